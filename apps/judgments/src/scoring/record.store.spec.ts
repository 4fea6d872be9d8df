import type { ScoringRecorded, StartScoring } from '@app/contracts/judgments';
import { Database, armKillPoints } from '@app/persistence';
import { EngineUses } from '../copy/engine/engine-uses';
import { NamespaceStore } from '../copy/namespace/namespace.store';
import { isWaitingOrDone } from '../testing/kept-samples';
import { openJudgmentsDatabase } from '../testing/open-judgments';
import { judgmentOf } from '../testing/plan-samples';
import { skipped } from './ask';
import { claimScoring, giveBackAsks } from './claim.store';
import { recordScored, recordStop } from './record.store';
import type { Result, ScoringClaim } from './scoring';
import { startScoring } from './scoring.store';

const organization = 'org_scoring';
const alternative = 'alt_1';
const labelsPerClaim = 2;
let db: Database;
let namespaceId: string;

beforeAll(async () => {
  db = await openJudgmentsDatabase();
  namespaceId = await new NamespaceStore(db).readIdOf({ organization, namespace: 's/stop' });
});
afterEach(() => armKillPoints(() => undefined));
afterAll(() => db.close());

/** Two claims of one row, of six labels, which had not stopped when either was made. */
async function claimTwice(run: string): Promise<ScoringClaim[]> {
  const labels = Array.from({ length: 6 }, (_, n) => ({
    namespace: 's/stop',
    document: `d${n}`,
    answer: `ans_${n}`,
    units: 1,
    at_units: n,
  }));
  const start: StartScoring = {
    organization,
    judgment_id: 'jdg_1',
    version: 1,
    run,
    alternative,
    definition: judgmentOf('late').definition,
    contexts: 'stored',
    engine_version: 'e1',
    place: 0,
    free: true,
    block: null,
    labels,
  };
  const namespaceIds = labels.map(() => namespaceId);
  await db.transaction('spec', (tx) => startScoring(tx, start, namespaceIds));
  const claims = [await claimScoring(db, labelsPerClaim, []), await claimScoring(db, labelsPerClaim, [])].map(
    (one) => one!,
  );
  expect(claims.map((claim) => [claim.run, claim.asks.length, rowOf(claim).stopped])).toEqual([
    [run, labelsPerClaim, false],
    [run, labelsPerClaim, false],
  ]);
  return claims;
}
const rowOf = (claim: ScoringClaim) => claim.rows.get(alternative)!;
const stop = (claim: ScoringClaim) => recordStop(db, rowOf(claim));

/** Records answers to the asks of a claim. @param inForce the engine's epoch by then @returns whether each was recorded */
const record = (claim: ScoringClaim, epoch: string, inForce = epoch) => {
  const result: Result = { ...skipped('failed'), skipped: null, engine_version: epoch, number: 0.3 };
  const about = { claim, isInherited: false, result, inForce };
  const scored = claim.asks.map((ask) => ({ ...about, ask, askId: `ask_${ask.answerId}` }));
  return recordScored(db, new EngineUses(), scored);
};

/** Whether each fact of a run says that its row stopped, and the labels that it brings. */
async function facts(run: string): Promise<[boolean, string[]][]> {
  const { rows } = await db.query<{ payload: string }>(
    `select payload from outbox where subject = 'judgments.scoring.recorded.v1' and payload::json ->> 'run' = $1 order by id`,
    [run],
  );
  const recorded = rows.map(({ payload }) => JSON.parse(payload) as ScoringRecorded);
  return recorded.map(({ stopped, labels }) => [stopped, labels.map(({ answer }) => answer)]);
}
async function asksLeft(run: string): Promise<number> {
  return (await db.query('select from scoring_ask where run = $1 and done_at is null', [run])).rows.length;
}

describe('a row that stops before it is asked', () => {
  it('says so once when two claims of it stop it one after the other', async () => {
    const claims = await claimTwice('run_after');
    for (const claim of claims) await stop(claim);
    expect(await facts('run_after')).toEqual([[true, []]]);
    for (const claim of claims) {
      const returned = claim.asks.map((ask) => ({ ask, waitMs: 2_000 }));
      await giveBackAsks(db, claim, returned);
    }
    expect(await asksLeft('run_after')).toBe(0);
  });

  it('says so once when one claim stops it before the other has committed', async () => {
    const [one, other] = await claimTwice('run_beside');
    let commit: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (commit = resolve));
    let reached: () => void = () => undefined;
    const isBeforeCommit = new Promise<void>((resolve) => (reached = resolve));
    armKillPoints((name) => {
      if (name !== 'judgments.scoring-stop.before-commit') return undefined;
      reached();
      return gate;
    });
    const first = stop(one);
    await isBeforeCommit;
    const second = stop(other);
    await isWaitingOrDone(db, 'transactionid', second);
    commit();
    await Promise.all([first, second]);
    expect(await facts('run_beside')).toEqual([[true, []]]);
  });

  it('says nothing more when an answer of another epoch has stopped it meanwhile', async () => {
    const [one, other] = await claimTwice('run_answered');
    expect(await record(one, 'e2')).toEqual([true, true]);
    await stop(other);
    expect(await facts('run_answered')).toEqual([[true, ['ans_0', 'ans_1']]]);
  });
});

it('brings what was under way when a row stopped, each answer once and with its own epoch', async () => {
  const [one, other] = await claimTwice('run_under_way');
  await stop(one);
  for (const [claim, epoch] of [
    [one, 'e1'],
    [other, 'e2'],
  ] as const) {
    expect(await record(claim, epoch)).toEqual([true, true]);
    expect(await record(claim, epoch)).toEqual([false, false]);
  }
  expect(await facts('run_under_way')).toEqual([
    [true, []],
    [false, ['ans_0', 'ans_1']],
    [true, ['ans_2', 'ans_3']],
  ]);
  expect(await asksLeft('run_under_way')).toBe(0);
});

it('goes on while its epoch is in force, though the engine answers in another in turn', async () => {
  const [one, other] = await claimTwice('run_in_turn');
  await record(one, 'e2', 'e1');
  await record(other, 'e1', 'e1');
  expect(await facts('run_in_turn')).toEqual([
    [false, ['ans_0', 'ans_1']],
    [false, ['ans_2', 'ans_3']],
  ]);
  expect(await asksLeft('run_in_turn')).toBe(2);
});
