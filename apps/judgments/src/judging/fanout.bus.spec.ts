import { Call } from '@app/bus';
import {
  Applied,
  NamespaceChanged,
  documentChangedBulk,
  documentChangedLive,
  namespaceChanged,
} from '@app/contracts/documents';
import { createJudgment, judge } from '@app/contracts/judgments';
import { Database, armKillPoints, newId } from '@app/persistence';
import { callerOf, eventually } from '@app/testing';
import { NamespaceStore } from '../copy/namespace/namespace.store';
import { deferred } from '../queue/pending/lane';
import { FakeNeighbours } from '../testing/fake-neighbours';
import { OpenJudgments, openJudgments } from '../testing/open-judgments';
import { hoursAhead, namesOf, toldOf } from '../testing/spread-samples';

const organization = newId('org');
const caller = callerOf(organization);
let judgments: OpenJudgments;
let neighbours: FakeNeighbours;
let db: Database;
let revision = 0;

beforeAll(async () => {
  await hoursAhead(0);
  judgments = await openJudgments([{}, {}]);
  ({ neighbours, db } = judgments);
});
beforeEach(async () => {
  await hoursAhead(0);
  neighbours.asks.length = 0;
  neighbours.refusal = null;
  await db.query('delete from outbox');
});
afterEach(() => armKillPoints(() => undefined));
afterAll(async () => {
  await judgments.stop();
  await hoursAhead(0);
});

const settings = (namespace: string, fanout: object, more: Partial<NamespaceChanged> = {}): Promise<Applied> =>
  judgments.documents.requester.apply<object, Applied>(
    namespaceChanged,
    'judgments',
    {
      organization,
      namespace,
      revision: ++revision,
      budget_usd: null,
      pinned: false,
      default_engine: null,
      fanout,
      ...more,
    },
    Call.within(),
  );

/** Makes a judgment that follows changes at once. @returns its id */
async function make(namespace: string, name: string): Promise<string> {
  const judgment = {
    name,
    type: 'bool',
    question: `Is it ${name}?`,
    context: { fields: ['state.note'] },
    freshness: { policy: 'on_change', debounce_ms: 0 },
  };
  await judgments.gateway.ask(createJudgment, { namespace, judgment: judgment as never }, caller);
  return neighbours.snapshotOf(namespace, name)!.judgment_id;
}

async function change(
  namespace: string,
  id: string,
  documents: readonly string[],
  version: number,
  cause: 'write' | 'fanout',
): Promise<void> {
  for (const document of documents) neighbours.put(document, version, { note: `${document} ${version}` }, [id]);
  await judgments.documents.say(cause === 'write' ? documentChangedLive : documentChangedBulk, {
    organization,
    namespace,
    sets: [[id]],
    cause,
    changed_at: new Date().toISOString(),
    documents: documents.map((document) => ({ id: document, version, set: 0 })),
  });
}

/** The queue as it is once nothing is due: so many rows in the lane of deferred ones. */
async function settled(namespace: string, waiting: number): Promise<void> {
  const namespaceId = await judgments.replicas[0].app.get(NamespaceStore).readIdOf({ organization, namespace });
  await eventually(
    async () => {
      // What a kill left to its lease or to a later try is due at once.
      await db.query(`update pending set due_at = app.now(), wanted_at = least(wanted_at, app.now())
        where namespace_id = ${namespaceId} and lane <> ${deferred} and claim_id is null`);
      await db.query('update turn set next_due_at = app.now()');
      const { rows } = await db.query<{ lane: number }>('select lane from pending where namespace_id = $1', [
        namespaceId,
      ]);
      expect(rows.map(({ lane }) => lane)).toEqual(Array.from({ length: waiting }, () => deferred));
    },
    30_000,
    100,
  );
}

const documentsAsked = (): Set<string> => new Set(neighbours.asks.map(({ context }) => /d\d{4}/.exec(context)![0]));

it('asks ten of 25 a day with two replicas and five kills, and catches up by itself [REL-12] [REL-13]', async () => {
  const namespace = 'f/limit';
  const id = await make(namespace, 'late');
  await settings(namespace, { rolling_limit: 10 });
  let kills = 0;
  armKillPoints((name) => {
    const isPoint = /^judgments\.rolling\.(before|after)-commit$/.test(name);
    if (isPoint && kills < 5 && (kills += 1) > 0) throw new Error(`killed at ${name}`);
  });
  await change(namespace, id, namesOf(0, 25), 1, 'fanout');
  await settled(namespace, 15);
  expect(kills).toBe(5);
  expect(documentsAsked().size).toBe(10);
  const { events, facts } = await toldOf(db);
  expect(events).toMatchObject([{ namespace, judgment: 'late', deferred: 15 }]);
  expect(facts).toMatchObject([{ namespace, judgment_id: id, deferred: true }]);

  const waits = namesOf(0, 25).filter((document) => !documentsAsked().has(document));
  await change(namespace, id, [waits[0]], 2, 'write');
  await settled(namespace, 14);
  expect(documentsAsked().has(waits[0])).toBe(true);
  const document = neighbours.documents.get(waits[1])!;
  const query = { organization, namespace, judgments: [id], documents: [document], mode: 'require' as const };
  expect((await judgments.documents.ask(judge, query, caller)).answers).toMatchObject([{ document: waits[1] }]);
  await settled(namespace, 13);
  expect(documentsAsked().size).toBe(12);

  await change(namespace, id, ['d0100'], 1, 'fanout');
  await settled(namespace, 14);
  expect(documentsAsked().size).toBe(12);

  await hoursAhead(24.01);
  await settled(namespace, 4);
  expect(documentsAsked().size).toBe(22);
  expect(documentsAsked().has('d0100')).toBe(false);
  await hoursAhead(48.03);
  await settled(namespace, 0);
  expect(documentsAsked().size).toBe(26);
  await eventually(async () => {
    const told = (await toldOf(db)).events;
    expect(told).toMatchObject([{ deferred: 15 }, { judgment: 'late', deferred: 0, resumes_at: null }]);
  });
}, 120_000);

it('leaves an ask that it shares with a change, and the ask costs what is left of it [REL-12]', async () => {
  const namespace = 'f/mixed';
  const [late, wild] = [await make(namespace, 'late'), await make(namespace, 'wild')];
  await settings(namespace, { rolling_limit: 0 });
  neighbours.put('d0000', 1, { note: 'd0000' }, [late, wild]);
  neighbours.reserved.length = 0;
  const namespaceId = await judgments.replicas[0].app.get(NamespaceStore).readIdOf({ organization, namespace });
  await db.query(
    `insert into pending (namespace_id, document_id, judgment_id, lane, due_at, wanted_at, max_wait_ms, touches, version)
     values ($1, 'd0000', $2, 3, app.now(), app.now(), 0, 1, 1), ($1, 'd0000', $3, 1, app.now(), app.now(), 0, 1, 1)`,
    [namespaceId, late, wild],
  );
  await db.query('insert into turn (lane, namespace_id, next_due_at) values (1, $1, app.now())', [namespaceId]);
  await settled(namespace, 1);
  expect(neighbours.asks.map(({ questions }) => questions.length)).toEqual([1]);
  expect(neighbours.reserved.map(({ asks }) => asks.map(({ units, by_judgment }) => [units, by_judgment]))).toEqual([
    [[1, { [wild]: 1 }]],
  ]);
  expect(neighbours.reserved[0].asks[0].fanout).toBeUndefined();
});

it('waits when billing refuses its share of the budget, and goes on when the settings change [REL-14]', async () => {
  const namespace = 'f/money';
  const id = await make(namespace, 'late');
  neighbours.refusal = 'fanout_share';
  neighbours.reserved.length = 0;
  await change(namespace, id, namesOf(0, 3), 1, 'fanout');
  await settled(namespace, 3);
  expect(neighbours.reserved.flatMap(({ asks }) => asks).every(({ fanout }) => fanout === true)).toBe(true);
  expect(neighbours.asks).toEqual([]);
  const { events } = await toldOf(db);
  const nextMonth = new Date();
  nextMonth.setUTCMonth(nextMonth.getUTCMonth() + 1, 1);
  nextMonth.setUTCHours(0, 0, 0, 0);
  expect(events).toMatchObject([{ namespace, deferred: expect.any(Number), resumes_at: nextMonth.toISOString() }]);
  const { rows } = await db.query<{ used: string }>('select used from rolling where judgment_id = $1', [id]);
  expect(Number(rows[0].used)).toBe(0);
  neighbours.refusal = null;
  await settings(namespace, {}, { budget_usd: 50 });
  await settled(namespace, 0);
  expect(neighbours.asks).toHaveLength(3);
}, 60_000);

it('asks nothing of a namespace whose fan-out is switched off; a read still judges [REL-14]', async () => {
  const namespace = 'f/off';
  const id = await make(namespace, 'late');
  await settings(namespace, { enabled: false });
  await change(namespace, id, namesOf(0, 2), 1, 'fanout');
  const document = neighbours.documents.get('d0000')!;
  const query = { organization, namespace, judgments: [id], documents: [document], mode: 'require' as const };
  expect((await judgments.documents.ask(judge, query, caller)).answers).toMatchObject([{ document: 'd0000' }]);
  expect(documentsAsked()).toEqual(new Set(['d0000']));
  await settings(namespace, {});
  await settled(namespace, 0);
  expect(documentsAsked()).toEqual(new Set(['d0000', 'd0001']));
}, 60_000);
