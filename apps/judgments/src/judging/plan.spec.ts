import type { EngineReply } from '@app/contracts/engines';
import type { UnavailableReason } from '@app/definition';
import { TargetMap } from '../judgment/catalog/target';
import { Engines } from '../copy/engine/engine';
import type { EffectiveJudgment } from '../judgment/definition/judgment';
import type { AnswerRow } from '../answer/answer';
import type { ClaimedRow, Head } from '../queue/pending/pending';
import { answerTo } from '../testing/fake-engine';
import { claimOf, documentOf, engine, epoch, judgmentOf, noHead, nowMs, planOf, rowOf } from '../testing/plan-samples';
import { retryAfterFailure } from '../record/retry';
import { plan } from './plan';
import { seedOf, settleAnswers, settleFailure, toAsk } from './settle';

describe('plan', () => {
  it('puts questions of one document that share context and engine into asks of at most 32 [JDG-11]', () => {
    const judgments = Array.from({ length: 40 }, (_, i) => judgmentOf(`j${i}`));
    const ids = judgments.map(({ id }) => id);
    const { asks } = planOf(
      ids.map((id) => rowOf('d1', id)),
      judgments,
      [documentOf('d1', 'hello', ids)],
    );
    expect(asks.map(({ groups }) => groups.length)).toEqual([32, 8]);
    expect(asks[0].units).toBe(1 + 31 * 0.25);
    expect(asks[0].groups.reduce((sum, { units }) => sum + units, 0)).toBe(asks[0].units);
  });

  it('rates the question of the judgment that was created first in full [defect J-25]', () => {
    const ids = ['jdg_1', 'jdg_2', 'jdg_3'];
    const { asks } = planOf(
      ['jdg_3', 'jdg_1', 'jdg_2'].map((id) => rowOf('d1', id)),
      ids.map((id) => judgmentOf(id)),
      [documentOf('d1', 'hello', ids)],
    );
    expect(asks[0].groups.map(({ row, units }) => [row.judgmentId, units])).toEqual([
      ['jdg_1', 1],
      ['jdg_2', 0.25],
      ['jdg_3', 0.25],
    ]);
  });

  it('asks questions about another context or engine apart', () => {
    const judgments = [
      judgmentOf('a'),
      judgmentOf('b', { context: { fields: ['state.note', 'id'] } }),
      judgmentOf('c', { engine: { name: 'jev', version: '2' } }),
    ];
    const ids = ['a', 'b', 'c'];
    const { asks } = planOf(
      ids.map((id) => rowOf('d1', id)),
      judgments,
      [documentOf('d1', 'hello', ids)],
      [engine, { ...engine, version: '2' }],
    );
    expect(asks).toHaveLength(3);
  });

  it('asks no engine when context, version and epoch are those of the last answer [FRS-04]', () => {
    const document = documentOf('d1', 'hello', ['a']);
    const first = planOf([rowOf('d1', 'a')], [judgmentOf('a')], [document]).asks[0];
    const head = { ...noHead, version: 1, contextHash: first.context.hash, engineVersion: epoch, answerId: 'ans_1' };
    const with_ = (more: Partial<Head>, judgment = judgmentOf('a'), state = 'hello') =>
      planOf([rowOf('d1', 'a', { ...head, ...more })], [judgment], [documentOf('d1', state, ['a'])]);
    expect(with_({}).settled).toMatchObject([{ kind: 'same', seenVersion: 5, documentVersion: 7 }]);
    expect(with_({}).asks).toEqual([]);
    expect(with_({}, judgmentOf('a'), 'other').asks).toHaveLength(1);
    expect(with_({ engineVersion: 'current+2026-01-01.1' }).asks).toHaveLength(1);
    expect(with_({ answerId: null }).asks).toHaveLength(1);
    expect(with_({}, { ...judgmentOf('a'), activeVersion: 2 }).asks).toHaveLength(1);
  });

  it('drops rows that are gone or do not apply, rests on an open circuit, and fails without an engine', () => {
    const judgments = [judgmentOf('a'), { ...judgmentOf('gone'), archived: true }, judgmentOf('other')];
    const documents = [documentOf('d1', 'x', ['a', 'gone'])];
    const rows = [rowOf('absent', 'a'), rowOf('d1', 'gone'), rowOf('d1', 'other'), rowOf('d1', 'unknown')];
    expect(planOf(rows, judgments, documents).drops).toHaveLength(4);
    const open = { ...engine, circuitOpen: true, circuitChangedAtMs: nowMs - 1000 };
    expect(planOf([rowOf('d1', 'a')], judgments, documents, [open]).resting).toHaveLength(1);
    expect(planOf([rowOf('d1', 'a')], judgments, documents, []).settled).toMatchObject([
      { kind: 'failed', failure: 'engine_unavailable', retryMs: 5000 },
    ]);
  });

  it('fails a document alone that cannot be compiled or read, with a reason [defect S-H3]', () => {
    const broken = documentOf('broken', 'x', ['a']);
    Object.defineProperty(broken, 'state', {
      get: () => {
        throw new RangeError('no state');
      },
    });
    const rows = ['broken', 'd1', 'lost'].map((document) => rowOf(document, 'a'));
    const byTarget = new TargetMap<EffectiveJudgment>().set(rows[0], judgmentOf('a'));
    const planned = plan({
      claim: claimOf(rows),
      judgments: byTarget,
      documents: new Map([broken, documentOf('d1', 'x', ['a'])].map((document) => [document.id, document])),
      unreadable: new Map([['lost', new Error('too long')]]),
      engines: new Engines([engine]),
    });
    expect(planned.asks.map(({ document }) => document)).toEqual([{ id: 'd1', version: 7 }]);
    const failed = { kind: 'failed', failure: 'judging_failed', documentVersion: 7, seenVersion: 7, retryMs: 5000 };
    expect(planned.settled).toMatchObject([
      { ...failed, row: { document: 'broken' } },
      { ...failed, row: { document: 'lost' } },
    ]);
    expect(planned.faults).toHaveLength(2);
    expect(planned.drops).toEqual([]);
  });

  it('keeps a context within its tokens, and marks it as cut [CTX-04] [CTX-05]', () => {
    const long = documentOf('d1', 'word '.repeat(60_000), ['a']);
    for (const max_tokens of [50, 2000, 32_000]) {
      const judgment = judgmentOf('a', { context: { fields: ['state.note'], max_tokens } });
      const [ask] = planOf([rowOf('d1', 'a')], [judgment], [long]).asks;
      expect(ask.context.tokens).toBeLessThanOrEqual(max_tokens);
      expect(ask.context.truncated).toBe(true);
      expect(ask.tokens).toBeLessThanOrEqual(32_000);
    }
  });
});

describe('a version', () => {
  const answerOf = (hash: string, epochOf = epoch) =>
    ({ id: 'ans_1', context_hash: hash, engine_version: epochOf }) as AnswerRow;
  const document = documentOf('d1', 'hello', ['a']);
  const read = planOf([rowOf('d1', 'a')], [judgmentOf('a')], [document]).asks[0].context.hash;

  it('has an answer of record reinstated where the context and the epoch are the same', () => {
    const head = { ...noHead, version: 2, contextHash: read, engineVersion: epoch, answerId: 'ans_2' };
    const row = rowOf('d1', 'a', head);
    const planned = (answer: AnswerRow, more: Partial<ClaimedRow> = {}) => {
      const claimed = { ...row, ...more };
      return planOf([claimed], [judgmentOf('a')], [document], [engine], new Map([[claimed, answer]]));
    };
    expect(planned(answerOf(read))).toMatchObject({
      asks: [],
      settled: [{ kind: 'reinstated', row: { targetVersion: null } }],
    });
    expect(planned(answerOf('another')).asks).toHaveLength(1);
    expect(planned(answerOf(read, 'current+2026-01-01.1')).asks).toHaveLength(1);
    expect(planned(answerOf(read), { isRenewed: true }).asks).toHaveLength(1);
    const withoutEngine = planned(answerOf('another'), { needsNoEngine: true });
    expect([withoutEngine.asks, withoutEngine.drops]).toMatchObject([[], [{ document: 'd1' }]]);
  });

  it('is pre-judged where its own filter applies, in one request with the active version', () => {
    const row = { ...rowOf('d1', 'a'), targetVersion: 3 };
    const preJudged = { ...judgmentOf('a', { question: 'Otherwise?' }), activeVersion: 3 };
    const { asks } = planOf([rowOf('d1', 'a'), row], [judgmentOf('a'), preJudged], [document]);
    expect(asks.map(({ groups }) => groups.length)).toEqual([2]);
    expect(asks[0].groups.map(({ row: { targetVersion }, units }) => [targetVersion, units])).toEqual([
      [null, 1],
      [3, 0.25],
    ]);
    const asked = { engine_version: epoch, answers: [answerTo('bool'), answerTo('bool')], engine_tokens: null };
    expect(settleAnswers(asks[0], asked, 1)).toMatchObject([
      { row: { judgmentId: 'a', targetVersion: null }, version: 1, seenVersion: 5 },
      { row: { judgmentId: 'a', targetVersion: 3 }, version: 3, seenVersion: 7 },
    ]);
    const elsewhere = {
      ...preJudged,
      definition: { ...preJudged.definition, applies_to: { 'attributes.kind': 'order' } },
    };
    expect(planOf([row], [elsewhere], [document])).toMatchObject({ asks: [], drops: [row] });
  });
});

describe('settle', () => {
  const judgments = ['a', 'b', 'c'].map((id) => judgmentOf(id));
  const [ask] = planOf(
    judgments.map(({ id }) => rowOf('d1', id)),
    judgments,
    [documentOf('d1', 'hello', ['a', 'b', 'c'])],
  ).asks;
  const good = answerTo('bool');

  it('bills only questions that were answered', () => {
    const bad = { ...good, failure: 'engine_bad_answer' as const, p: null };
    const asked: EngineReply = { engine_version: epoch, answers: [bad, good, good], engine_tokens: null };
    const outcomes = settleAnswers(ask, asked, 0.0015);
    expect(outcomes.map(({ kind }) => kind)).toEqual(['failed', 'answered', 'answered']);
    const units = outcomes.map((outcome) => (outcome.kind === 'answered' ? outcome.units : 0));
    expect(units).toEqual([0, 1, 0.25]);
    const usd = outcomes.reduce((sum, outcome) => sum + (outcome.kind === 'answered' ? outcome.costUsd : 0), 0);
    expect(usd).toBeCloseTo(0.00125, 9);
  });

  it('counts a missing answer as a bad one, never as a number', () => {
    const outcomes = settleAnswers(ask, { engine_version: epoch, answers: [good], engine_tokens: null }, 0);
    expect(outcomes.slice(1)).toMatchObject([{ failure: 'engine_bad_answer' }, { failure: 'engine_bad_answer' }]);
    expect(settleFailure(ask, 'engine_unavailable').every(({ kind }) => kind === 'failed')).toBe(true);
  });

  it('derives the order of options from document and version alone', () => {
    expect(seedOf({ id: 'd1', version: 7 })).toMatch(/^[0-9a-f]{64}$/);
    expect(seedOf({ id: 'd1', version: 7 })).not.toBe(seedOf({ id: 'd1', version: 8 }));
    expect(toAsk(ask, claimOf([]), 'on_change')).toMatchObject({
      ask_id: ask.id,
      seed: seedOf({ id: 'd1', version: 7 }),
    });
  });

  it('doubles the wait before each retry, and does not retry what would fail again', () => {
    const tried = (attempts: number) => ({ ...rowOf('d1', 'jdg_1'), attempts });
    expect([0, 1, 2, 20].map((attempts) => retryAfterFailure('engine_unavailable', tried(attempts)))).toEqual([
      5000, 10_000, 20_000, 600_000,
    ]);
    expect(retryAfterFailure('engine_refused', tried(0))).toBeNull();
    expect(retryAfterFailure('context_too_large', tried(0))).toBeNull();
  });

  it('treats the fifth rejection in a row as final, whatever failed before them [ENG-11]', () => {
    const after = (attempts: number, failure: UnavailableReason | null) => {
      return retryAfterFailure('engine_rejected', { ...rowOf('d1', 'jdg_1', { ...noHead, failure }), attempts });
    };
    expect([0, 3, 4].map((attempts) => after(attempts, 'engine_rejected'))).toEqual([5000, 40_000, null]);
    expect([4, 20].map((attempts) => after(attempts, 'engine_unavailable'))).toEqual([5000, 5000]);
    expect(after(4, null)).toBe(5000);
  });
});
