import { movedClock } from '@app/testing';
import type { Bus } from '@app/bus';
import type { PriceJudging, RefusedAnswer } from '@app/contracts/judgments';
import { DocumentsHarness, openDocuments } from '../../testing/documents-harness';
import { anAnswer } from '../../testing/samples';
import type { Demand, ToJudge } from './judge-query';
import { JudgePriceService } from './judge-price.service';
import type { JudgingService } from './judging.service';
import { ReadService } from './read.service';

const org = 'org_judge_now';
const [before, asked, after] = ['08:00', '09:00', '09:01'].map((at) => `2026-11-28T${at}:00.000Z`);
let harness: DocumentsHarness;
beforeAll(async () => {
  harness = await openDocuments();
}, 60_000);
afterAll(() => harness.close());

let record = 0;
/** What was demanded of judgments, and of which documents. */
const demands: [Demand, string[]][] = [];
/** Documents about which no answer comes in time. */
const late = new Set<string>();

/** A process whose judgments answers at a moment. */
function reader(at: string, refused: RefusedAnswer[] = []): ReadService {
  const judge = async ({ namespace }: { namespace: string }, demand: Demand, toJudge: readonly ToJudge[]) => {
    demands.push([demand, toJudge.map(({ document }) => document.id)]);
    const answers = toJudge.flatMap(({ document, answers: own }) => {
      if (late.has(document.id)) return [];
      record += 1;
      const seen = own[0].row?.wantedVersion ?? Number(document.version);
      const made = { record, answer_id: `ans_${record}`, document_version: seen, seen, judged_at: at };
      return [anAnswer(document.id, 'late', made)];
    });
    await harness.applyAnswers(org, namespace, answers);
    return { refused, usage: null };
  };
  return new ReadService(harness.database, movedClock, harness.snapshots, harness.asks, {
    judge,
  } as unknown as JudgingService);
}

const judge = async (ns: string, from: ReadService, again?: string) =>
  (await from.judgeNow(ns, ['d1', 'd2'], 'late', again, harness.call(org))).counts;

async function prepare(ns: string): Promise<void> {
  await harness.putJudgment(org, ns, 'late', { policy: 'manual' });
  await harness.write(org, ns, { upsert: ['d1', 'd2'].map((id) => ({ id, state: { note: id } })) });
  expect(await judge(ns, reader(before))).toEqual({ asked: 2, kept: 0 });
  demands.length = 0;
}

afterEach(() => late.clear());

it('keeps what is fresh, and says how many were asked and kept [CLI-A2]', async () => {
  const ns = 'judge/kept';
  await prepare(ns);
  expect([await judge(ns, reader(after)), demands]).toEqual([{ asked: 0, kept: 2 }, []]);
  await harness.write(org, ns, { patch: [{ id: 'd2', state: { note: 'changed' } }] });
  expect(await judge(ns, reader(after))).toEqual({ asked: 1, kept: 1 });
  expect(demands).toEqual([[{ mode: 'require', again: undefined }, ['d2']]]);
});

it('asks again what is fresh, once for each request: its repetition finds the answers that it brought [CLI-A2]', async () => {
  const ns = 'judge/again';
  await prepare(ns);
  const again = { judgment: 'late', at: asked };
  expect(await judge(ns, reader(after), asked)).toEqual({ asked: 2, kept: 0 });
  expect(demands).toEqual([[{ mode: 'require', again }, ['d1', 'd2']]]);
  expect(await judge(ns, reader(after), asked)).toEqual({ asked: 2, kept: 0 });
  expect(demands).toHaveLength(1);
});

it('asks once where the clock of the answers is behind, and not in each round [CLI-A2]', async () => {
  const ns = 'judge/skew';
  await prepare(ns);
  expect(await judge(ns, reader(before), asked)).toEqual({ asked: 2, kept: 0 });
  expect(demands).toHaveLength(1);
});

it.each([
  ['no answer came', undefined, 'engine_unavailable'],
  ['the money is spent', 'budget_exceeded', 'budget_exceeded'],
] as const)('refuses when %s, although the answer from before is fresh [CLI-A2]', async (_, reason, code) => {
  const ns = `judge/${code}`;
  await prepare(ns);
  late.add('d2');
  const refused = reason ? [{ document: 'd2', judgment_id: 'jdg_late', reason }] : [];
  const judged = judge(ns, reader(after, refused), asked);
  await expect(judged).rejects.toMatchObject({ code, details: { documents: ['d2'], judgments: ['late'] } });
  late.clear();
  demands.length = 0;
  // Sent again with its key, the request asks for what is missing alone.
  expect(await judge(ns, reader(after), asked)).toEqual({ asked: 2, kept: 0 });
  expect(demands.map(([, ids]) => ids)).toEqual([['d2']]);
});

it('prices what it would ask, and judges nothing [CLI-A2]', async () => {
  const ns = 'judge/price';
  await prepare(ns);
  await harness.write(org, ns, { patch: [{ id: 'd2', state: { note: 'changed' } }] });
  const priced: PriceJudging[] = [];
  const ask = async (_: unknown, query: PriceJudging) => {
    priced.push(query);
    return { judgment_units: 2, cost_usd: 0.004 };
  };
  const prices = new JudgePriceService({ requester: { ask } } as unknown as Bus, reader(after));
  const price = (ids: string[], again?: string) => prices.price(ns, ids, 'late', again, harness.call(org));
  const estimate = { judgment_units: 2, cost_usd: 0.004 };
  expect(await price(['d1', 'd2', 'gone'])).toEqual({ asked: 1, kept: 1, missing: ['gone'], estimate });
  expect(await price(['d1', 'd2'], asked)).toEqual({ asked: 2, kept: 0, missing: [], estimate });
  expect(priced.map(({ judgments }) => judgments)).toEqual([
    [{ judgment_id: 'jdg_late', documents: ['d2'] }],
    [{ judgment_id: 'jdg_late', documents: ['d1', 'd2'] }],
  ]);
  // Nothing to ask needs no price.
  expect(await price(['d1'])).toEqual({ asked: 0, kept: 1, missing: [], estimate: { judgment_units: 0, cost_usd: 0 } });
  expect([priced.length, demands]).toEqual([2, []]);
});
