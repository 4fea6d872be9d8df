import { Database, Queryable } from '@app/persistence';
import { eventually, testEnvironment } from '@app/testing';
import { Client } from 'pg';
import { NamespaceStore } from '../../copy/namespace/namespace.store';
import { openJudgmentsDatabase } from '../../testing/open-judgments';
import { claimDue } from './claim.store';
import { dropRows } from './dequeue.store';
import { onChange } from './lane';
import { Wanted } from './pending';
import { queueWanted } from './queue.store';

const isLong = process.env['LONG'] === '1';
/** Long: what ten minutes of 200 a second come to. */
const jobs = isLong ? 120_000 : 4_000;
const atOnce = 40;
/** What a claim may read more for each job that was done while a transaction is open, in blocks of 8 KiB; measured: 3. */
const blocksPerJob = 5;
/** A claim of the long form: with it one process alone keeps up with the 200 jobs a second. */
const paceMs = (atOnce / 200) * 1000;

let db: Database;
let holder: Client;
let namespaceId: string;

beforeAll(async () => {
  db = await openJudgmentsDatabase();
  [namespaceId] = await new NamespaceStore(db).readIdsOf([{ organization: 'org_open', namespace: 'n' }]);
  // An administrator's: no time-out of ours ends it.
  holder = new Client({ connectionString: testEnvironment().adminUrl });
  await holder.connect();
});
afterAll(async () => {
  await holder.end();
  await db.close();
});

/** Blocks of the queue's tables and indexes that the transaction has read so far. */
async function blocksRead(tx: Queryable): Promise<number> {
  const { rows } = await tx.query<{ blocks: number }>(
    `select sum(pg_stat_get_xact_blocks_fetched(c.oid))::int as blocks from pg_class c left join pg_index i on i.indexrelid = c.oid
     where coalesce(i.indrelid, c.oid) in ('pending'::regclass, 'turn'::regclass)`,
  );
  return rows[0].blocks;
}

/** One claim and the end of its jobs. @returns undefined when it found none: the turn then rests for 50 ms */
async function doClaimed() {
  const done = await db.transaction('spec', async (tx) => {
    const before = await blocksRead(tx);
    const begun = performance.now();
    const claimed = await claimDue(tx, atOnce);
    const ms = performance.now() - begun;
    const blocks = (await blocksRead(tx)) - before;
    return claimed && claimed.rows.length > 0 ? { claimed, ms, blocks } : undefined;
  });
  if (!done) return undefined;
  const { claimed, ms, blocks } = done;
  await dropRows(db, claimed, claimed.rows);
  return { documents: claimed.rows.map(({ document }) => document), ms, blocks };
}

/** Queues as many jobs as a claim takes and does them. */
async function doRound(round: number) {
  const ids = Array.from({ length: atOnce }, (_, i) => `${round}-${i}`);
  await queueWanted(db, ids.map(wanted));
  return eventually(async () => {
    const done = await doClaimed();
    expect(done?.documents.sort()).toEqual([...ids].sort());
    return done!;
  });
}

function wanted(document: string): Wanted {
  const due = { lane: onChange, debounceMs: 0, maxWaitMs: 0 };
  const change = { documentVersion: 1, wantedVersion: 0, changes: 1 as const, traceparent: null };
  return { namespaceId, document, judgmentId: 'jdg_1', ...due, ...change };
}

it(`while a transaction stays open, each of ${jobs} jobs is claimed once, and a claim reads at most ${blocksPerJob} blocks more for each job done [T32]`, async () => {
  await doRound(0);
  const { blocks: atFirst } = await doRound(1);
  await holder.query('begin isolation level repeatable read; select 1');
  const times: number[] = [];
  for (let done = 0; done < jobs; done += atOnce) {
    const { ms, blocks } = await doRound(2 + done / atOnce);
    expect(blocks).toBeLessThanOrEqual(atFirst + blocksPerJob * (done + atOnce));
    times.push(ms);
  }
  await holder.query('rollback');
  if (isLong) expect(times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)]).toBeLessThan(paceMs);
}, 900_000);
