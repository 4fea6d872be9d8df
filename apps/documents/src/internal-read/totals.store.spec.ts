import type { RelationQuery } from '@app/contracts/documents';
import { setClock, testEnvironment } from '@app/testing';
import type { ReaderPool } from '../document/pool/reader.pool';
import { DocumentsHarness, openDocuments } from '../testing/documents-harness';
import { MeasureService } from './measure.service';
import { ScanService } from './scan.service';

/*
 * The three histories of a namespace that an estimate was wrong about, at a tenth of their documents; the rule itself is in
 * `change-rate.spec.ts`.
 */

const org = 'org_rate';
const dayMs = 86_400_000;
let harness: DocumentsHarness;
let scans: ScanService;
let measures: MeasureService;
/** Begins at noon, so that no day ends within a test. */
let aheadMs = 1.5 * dayMs - (Date.now() % dayMs);

beforeAll(async () => {
  harness = await openDocuments();
  await days(0);
  const reader = harness.database as unknown as ReaderPool;
  scans = new ScanService(reader, harness.snapshots, harness.scans, harness.asks);
  measures = new MeasureService(reader, harness.scans);
}, 60_000);
afterAll(async () => {
  await setClock(testEnvironment().adminUrl, 0);
  await harness.close();
});

const days = async (count: number): Promise<void> => {
  aheadMs += count * dayMs;
  await setClock(testEnvironment().adminUrl, aheadMs);
};
const ticket = (n: number, text: string) => ({ id: `t${n}`, attributes: { account: `a${n % 10}` }, state: { text } });
const tickets = (count: number, textOf: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => ticket(n, textOf(n)));
async function importAccounts(ns: string, count: number): Promise<void> {
  const accounts = Array.from({ length: 10 }, (_, n) => ({ id: `a${n}`, attributes: { name: `n${n}` } }));
  await harness.write(org, ns, { upsert: accounts });
  await harness.write(org, ns, { upsert: tickets(count, () => 'imported') });
}
const spec: RelationQuery = {
  theirs: 'attributes.account',
  mine: 'id',
  fields: ['state.text'],
  where: null,
  order_by: [],
  last_n: 20,
  window: null,
};
/** Changes a day of the tickets that the accounts read, of all documents, and of the accounts; whole observed days. */
async function rates(ns: string) {
  const scan = (filter: object | null, namespace = ns) =>
    scans.scan({ organization: org, namespace, filter, after: null, limit: 0, totals: true });
  const all = await scan(null);
  const { changes_per_day: related } = await measures.measure({ organization: org, namespace: ns, spec, scope: null });
  return {
    related,
    own: all.changes_per_day,
    accounts: (await scan({ 'attributes.name': { exists: true } })).changes_per_day,
    prefix: (await scan(null, `${ns.slice(0, -1)}*`)).changes_per_day,
    observed: all.observed_days,
  };
}

it('of an import followed by changes is that of the changes after three days, and never more than counted [REL-F1]', async () => {
  await importAccounts('import/a', 500);
  // Nothing says on the first day that the next one is another; the counter of the namespace is the bound.
  expect(await rates('import/a')).toEqual({ related: 500, own: 510, accounts: 10, prefix: 510, observed: 0 });
  for (let night = 1; night <= 3; night++) {
    await days(1);
    await harness.write(org, 'import/a', {
      upsert: tickets(10 * night, (n) => (n < 10 * night - 10 ? 'x' : 'changed')).slice(-10),
    });
  }
  const { related, own, accounts, prefix, observed } = await rates('import/a');
  expect({ accounts, observed }).toEqual({ accounts: 0, observed: 3 });
  for (const rate of [related, own, prefix]) expect(rate).toBeCloseTo(10, 1);
});

it('of a nightly sync is that of the rows that differ [REL-F1]', async () => {
  await importAccounts('sync/a', 200);
  for (let night = 1; night <= 3; night++) {
    await days(1);
    await harness.write(org, 'sync/a', { upsert: tickets(200, (n) => (n % 40 === 0 ? `night ${night}` : 'imported')) });
  }
  const { related, own, prefix, observed } = await rates('sync/a');
  expect(observed).toBe(3);
  // The same five documents differ each night, so only the counter knows all fifteen changes.
  for (const rate of [related, own, prefix]) expect(rate).toBeCloseTo(5, 1);
});

it('of rows that came or changed once in thirty days is their part of a day, or none [REL-F1]', async () => {
  for (const ns of ['once/a', 'new/a']) await importAccounts(ns, 200);
  await days(27 + 31);
  await harness.write(org, 'once/a', { upsert: tickets(200, () => 'once') });
  await harness.write(org, 'new/a', { upsert: tickets(400, () => 'imported') });
  await days(3);
  const once = await rates('once/a');
  expect(once.observed).toBe(30);
  for (const rate of [once.related, once.own, once.prefix]) expect(rate).toBeCloseTo(200 / 30, 1);
  expect(await rates('new/a')).toMatchObject({ related: 0, own: 0, prefix: 0, observed: 30 });
});
