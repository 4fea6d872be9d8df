import type { ScoringRecorded } from '@app/contracts/judgments';
import { madeAtMs } from '@app/persistence';
import { answerTo } from '../testing/fake-engine';
import { judgmentOf } from '../testing/plan-samples';
import { answered, askIdOf, skipped } from './ask';
import { recordedFacts, rowKeyOf } from './facts';
import { afterFailure, afterTry } from './failure';
import type { RatedLabel } from './rated-label';
import type { Scored, Scoring, ScoringClaim } from './scoring';

const scoring: Scoring = {
  run: 'run_1',
  alternative: 'alt_1',
  organization: 'org_1',
  judgmentId: 'jdg_1',
  version: 1,
  definition: judgmentOf('late').definition,
  contexts: 'stored',
  engineVersion: 'e1',
  free: false,
  block: 'b',
  stopped: false,
  startedAt: new Date(0),
};
const rated: RatedLabel = {
  context: { text: 'x', tokens: 3, images: [], hash: 'h', cut: false, documentVersion: 1 },
  units: 1,
  tokens: 9,
};
const replyOf = (answer: ReturnType<typeof answerTo>) => ({
  engine_version: 'e1',
  answers: [answer],
  engine_tokens: null,
});

describe('what an ask came to', () => {
  it('is named the same whenever it is asked, and differs by run, row and label', () => {
    const ids = [
      askIdOf(scoring, 'ans_1'),
      askIdOf({ ...scoring, alternative: 'alt_2' }, 'ans_1'),
      askIdOf({ ...scoring, run: 'run_2' }, 'ans_1'),
      askIdOf({ ...scoring, run: 'run_1\nalt', alternative: '_1' }, 'ans_1'),
      askIdOf({ ...scoring, startedAt: new Date(scoring.startedAt.getTime() + 1) }, 'ans_1'),
      askIdOf(scoring, 'ans_2'),
    ];
    expect(new Set(ids).size).toBe(ids.length);
    expect(askIdOf({ ...scoring }, 'ans_1')).toBe(ids[0]);
    // Billing keeps charges by the time in the ids of asks.
    expect(madeAtMs(ids[0])).toBe(scoring.startedAt.getTime());
  });

  it('has the number of a bool or a score, and the probabilities of options and levels', () => {
    const of = (type: string) => {
      const definition = { ...scoring.definition, type } as Scoring['definition'];
      return answered({ ...scoring, definition }, replyOf(answerTo(type, 'a')), rated, 1, 0.002);
    };
    expect(of('bool')).toMatchObject({
      number: 0.62,
      dist: null,
      units: 1,
      tokens: 9,
      cost_usd: 0.002,
      context_hash: 'h',
    });
    expect(of('choice')).toMatchObject({ number: null, dist: { a: 0.9 }, escape_p: 0.1 });
    expect(of('score')).toMatchObject({ number: 1.8, dist: { 1: 0.2, 2: 0.8 } });
  });

  it('is a failure when the engine has none, whether it says why or not', () => {
    expect(answered(scoring, { ...replyOf(answerTo('bool')), answers: [] }, rated, 1, 0)).toBe('engine_bad_answer');
    expect(answered(scoring, replyOf({ ...answerTo('bool'), p: null }), rated, 1, 0)).toBe('engine_bad_answer');
    const refused = { ...answerTo('bool'), failure: 'engine_refused' as const };
    expect(answered(scoring, replyOf(refused), rated, 1, 0)).toBe('engine_refused');
  });
});

describe('a try without an answer', () => {
  it('is repeated after 5, 10 and 20 seconds, and the fourth is the last [ALT-25]', () => {
    expect([0, 1, 2, 3].map((tries) => afterFailure('engine_unavailable', tries))).toEqual([
      { waitMs: 5_000 },
      { waitMs: 10_000 },
      { waitMs: 20_000 },
      { skip: 'failed' },
    ]);
    expect(afterTry(3, 'image_erased')).toEqual({ skip: 'image_erased' });
  });

  it('is the last when another would fail again', () => {
    expect([afterFailure('engine_refused', 0), afterFailure('context_too_large', 0)]).toEqual([
      { skip: 'failed' },
      { skip: 'failed' },
    ]);
  });
});

describe('facts for calibration', () => {
  const claim: ScoringClaim = {
    id: 'clm_1',
    run: 'run_1',
    organization: 'org_1',
    engine: 'jev',
    claimedAtMs: 0,
    now: new Date(0),
    rows: new Map([['alt_1', scoring]]),
    asks: [],
  };
  const scoredOf = (n: number, dist: Record<string, number> | null): Scored => ({
    claim,
    ask: {
      alternative: 'alt_1',
      namespace: 'a/b',
      namespaceId: '1',
      document: `d${n}`,
      answerId: `ans_${n}`,
      units: 1,
      atUnits: n,
      attempts: 0,
    },
    askId: `ask_${n}`,
    isInherited: false,
    inForce: null,
    result: { ...skipped('failed'), dist },
  });
  const labelsOf = ({ payload }: { payload: string }) => JSON.parse(payload) as ScoringRecorded;

  it('have the labels of a row together, and stay far below the limit of a message', () => {
    const options = Object.fromEntries(Array.from({ length: 254 }, (_, n) => [`${'option '.repeat(30)}${n}`, 1 / 254]));
    const all = Array.from({ length: 48 }, (_, n) => scoredOf(n, options));
    const facts = recordedFacts(all, new Set([rowKeyOf(all[0])]), new Date(0));
    expect(facts.length).toBeGreaterThan(5);
    for (const { payload } of facts) expect(Buffer.byteLength(payload)).toBeLessThan(400_000);
    expect(facts.flatMap((fact) => labelsOf(fact).labels).map(({ answer }) => answer)).toEqual(
      all.map(({ ask }) => ask.answerId),
    );
    expect(facts.every((fact) => labelsOf(fact).stopped)).toBe(true);
    expect(recordedFacts([scoredOf(1, null), scoredOf(2, null)], new Set(), new Date(0))).toHaveLength(1);
  });
});
