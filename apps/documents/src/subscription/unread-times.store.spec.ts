import { SubscriptionView } from '@app/contracts/documents';
import { ScanTimeOver } from '../document/pool/scan.pool';
import { DocumentsHarness, openDocuments } from '../testing/documents-harness';
import { subscribe } from '../testing/subscriptions';

const org = 'org_times';
const ns = 'acme/times/one';
let harness: DocumentsHarness;

/** Twenty orders, some of them with such times, beside forty documents of another kind. */
async function write(namespace: string, at: unknown, unread: number, orders = 20): Promise<void> {
  const good = '2026-03-04T10:00:00+01:00';
  const order = (n: number) => {
    const time = n < unread ? at : good;
    return { id: `o${n}`, attributes: { kind: 'order', at: time }, state: { log: [{ at: good }, { at: time }] } };
  };
  const others = Array.from({ length: 40 }, (_, n) => ({ id: `p${n}`, attributes: { kind: 'page' } }));
  await harness.write(org, namespace, { upsert: [...Array.from({ length: orders }, (_, n) => order(n)), ...others] });
}
const put = (filter: object, scope = ns) => subscribe(harness, org, scope, 'near', { filter, initial: 'silent' });
const placesOf = ({ warnings = [] }: Pick<SubscriptionView, 'warnings'>) =>
  warnings.map(({ code, path }) => `${code} ${path}`);
const within = { within: '36500d' };

beforeAll(async () => {
  harness = await openDocuments();
}, 60_000);
afterAll(() => harness.close());

it('says where `within` tests times that are not read, as a share of the documents that are meant [SUB-03] [F8]', async () => {
  await write(ns, 1_772_616_600, 4);
  const filter = { 'attributes.kind': 'order', any: [{ 'attributes.at': within }, { 'state.log.at': within }] };
  const view = await put(filter);
  expect(placesOf(view)).toEqual([
    'time_not_read /filter/any/0/attributes.at',
    'time_not_read /filter/any/1/state.log.at',
  ]);
  expect(view.warnings![0].message).toContain('In 4 of 20 sampled documents `attributes.at`');
  expect(placesOf(await put({ 'attributes.at': within }))).toEqual([]);
  expect(placesOf(await put({ 'attributes.kind': 'order', created_at: within }))).toEqual([]);
  expect(placesOf(await put(filter, 'acme/times/*'))).toHaveLength(2);
});

it('says nothing below a fifth, of 19 documents, and of times with an offset [F8]', async () => {
  const filter = { 'attributes.kind': 'order', 'attributes.at': within };
  const few = ['acme/few', 'acme/small', 'acme/offset'];
  await write(few[0], 1_772_616_600, 3);
  await write(few[1], 1_772_616_600, 19, 19);
  await write(few[2], '2026-03-04t10:00:00.5-01:00', 20);
  for (const namespace of few) expect(placesOf(await put(filter, namespace))).toEqual([]);
});

it('is put without a look when the sample does not come in time, and a bad filter is refused as before [F8]', async () => {
  await write('acme/slow', 1_772_616_600, 20);
  const scans = harness.scans as { of: unknown };
  const of = scans.of;
  scans.of = () => ({ query: () => Promise.reject(new ScanTimeOver()) });
  try {
    expect(placesOf(await put({ 'attributes.at': within }, 'acme/slow'))).toEqual([]);
  } finally {
    scans.of = of;
  }
  await expect(put({ 'attributes.at': { within: 'soon' } })).rejects.toMatchObject({
    details: { reason: 'bad_duration', path: '/filter/attributes.at/within' },
  });
});
