import { ScanDocuments } from '@app/contracts/documents';
import type { EngineChanged } from '@app/contracts/engines';
import { SettingCopyService } from '../apply/copy/setting-copy.service';
import { DocumentsHarness, openDocuments } from '../testing/documents-harness';
import { anAnswer } from '../testing/samples';
import type { ReaderPool } from '../document/pool/reader.pool';
import { ScanService } from './scan.service';

const org = 'org_scan';
const ns = 'scan/one';
let harness: DocumentsHarness;
let scans: ScanService;

beforeAll(async () => {
  harness = await openDocuments();
  scans = new ScanService(harness.database as unknown as ReaderPool, harness.snapshots, harness.scans, harness.asks);
  await harness.putJudgment(org, ns, 'mood', { policy: 'manual', applies_to: { 'attributes.n': { lt: 5 } } });
  const upsert = [0, 1, 2, 3, 4, 5].map((n) => ({ id: `d${n}`, attributes: { n }, state: { note: `${n}` } }));
  const { documents } = await harness.write(org, ns, { upsert });
  const seen = (n: number) => ({ document_version: documents[n].version, seen: documents[n].version });
  await harness.applyAnswers(org, ns, [
    ...[0, 1, 2].map((n) => anAnswer(`d${n}`, 'mood', seen(n))),
    anAnswer('d3', 'mood', { ...seen(3), failure: 'engine_refused', answer_id: null }),
  ]);
  await harness.write(org, ns, { patch: [{ id: 'd1', state: { note: 'another' } }] });
}, 60_000);
afterAll(() => harness.close());

const scan = (others: Partial<ScanDocuments>) =>
  scans.scan({
    organization: org,
    namespace: ns,
    filter: null,
    after: null,
    limit: 10,
    totals: true,
    ...others,
  });
const ids = async (others: Partial<ScanDocuments>) => {
  const { ids: found, count } = await scan({ judgment: 'jdg_mood', ...others });
  expect(count).toBe(found.length);
  return found;
};

it('finds the documents that a judgment applies to by the state of their answer [JDG-33]', async () => {
  expect((await scan({})).ids).toEqual(['d0', 'd1', 'd2', 'd3', 'd4', 'd5']);
  expect(await ids({})).toEqual(['d0', 'd1', 'd2', 'd3', 'd4']);
  expect(await ids({ only: ['missing'] })).toEqual(['d3', 'd4']);
  expect(await ids({ only: ['stale'] })).toEqual(['d1']);
  expect(await ids({ only: ['failed'] })).toEqual(['d3']);
  expect(await ids({ only: ['invalidated'] })).toEqual(['d1']);
  expect(await ids({ only: ['missing', 'stale'] })).toEqual(['d1', 'd3', 'd4']);
  expect(await ids({ only: ['missing'], filter: { id: { ne: 'd3' } } })).toEqual(['d4']);
  expect(await ids({ only: ['stale'], filter: { 'answers.mood.p': { gte: 0 } } })).toEqual(['d1']);
  // Every answer is outdated for a version that is not active, and its own filter says which documents it applies to.
  expect(await ids({ only: ['invalidated'], version: 2 })).toEqual(['d1']);
  expect(await ids({ only: ['missing', 'stale'], version: 2 })).toEqual(['d0', 'd1', 'd2', 'd3', 'd4', 'd5']);
  expect(await ids({ judgment: 'jdg_other' })).toEqual([]);
  expect(await scan({ judgment: 'jdg_mood', limit: 2, after: 'd0' })).toMatchObject({ ids: ['d1', 'd2'], next: 'd2' });
});

it('makes rows of missing answers, so that reads show them pending', async () => {
  const status = async (id: string) => (await harness.read(org, ns, [id])).documents[0].answers!['mood'].status;
  expect(await status('d4')).toBe('unavailable');
  await scan({ judgment: 'jdg_mood', only: ['missing'], mark: true });
  expect(await status('d4')).toBe('pending');
});

it('names the namespaces of a prefix in pages', async () => {
  await harness.write(org, 'scan/two', { upsert: [{ id: 'a' }] });
  const page = (after: string | null) => scan({ namespace: 'scan/*', limit: 1, after, totals: false });
  expect(await page(null)).toMatchObject({ ids: ['scan/one'], next: 'scan/one', count: null });
  expect(await page('scan/one')).toMatchObject({ ids: ['scan/two'] });
  expect((await page('scan/two')).ids).toEqual([]);
});

it('counts a prefix by its counters, and names the namespaces that hold documents', async () => {
  await harness.write(org, 'count/a', { upsert: [{ id: 'a' }, { id: 'b' }] });
  await harness.write(org, 'count/b', { upsert: [{ id: 'a' }] });
  await harness.write(org, 'count/b', { delete: [{ id: 'a' }] });
  await harness.write(org, 'count/c', { upsert: [{ id: 'a' }] });
  const page = (after: string | null, limit: number) => scan({ namespace: 'count/*', limit, after, holding: true });
  const [a, c] = [await scan({ namespace: 'count/a' }), await scan({ namespace: 'count/c' })];
  const whole = await page(null, 0);
  expect(whole).toMatchObject({ ids: [], next: null, count: 3 });
  expect(whole.changes_per_day).toBeCloseTo(a.changes_per_day! + c.changes_per_day!);
  expect(await page(null, 1)).toMatchObject({ ids: ['count/a'], next: 'count/a', count: 3 });
  expect(await page('count/a', 2)).toMatchObject({ ids: ['count/c'], next: null });
});

it('finds the answers that another epoch than the present one gave, or another engine [CLI-A1]', async () => {
  const settings = new SettingCopyService(harness.database);
  const inForce = (engine: string, engine_version: string | null, revision: number): Promise<void> => {
    const fact = {
      engine: { name: engine, version: 'current' },
      active: true,
      circuit_open: false,
      engine_version,
      revision,
    };
    return settings.applyEngine(fact as EngineChanged);
  };
  expect(await ids({ only: ['other_epoch'] })).toEqual([]);
  await inForce('jev', 'current+2026-03-02.1', 1);
  expect(await ids({ only: ['other_epoch'] })).toEqual([]);
  await inForce('jev', 'current+2026-03-02.2', 2);
  expect(await ids({ only: ['other_epoch'] })).toEqual(['d0', 'd1', 'd2']);
  expect(await ids({ only: ['other_epoch'], filter: { id: { ne: 'd1' } } })).toEqual(['d0', 'd2']);
  const documentVersion = (await harness.read(org, ns, ['d2'])).documents[0].version;
  const of = { document_version: documentVersion, seen: documentVersion };
  await harness.applyAnswers(org, ns, [
    anAnswer('d2', 'mood', { ...of, record: 9, engine_version: 'current+2026-03-02.2' }),
    // Each engine counts its epochs by itself.
    anAnswer('d0', 'mood', {
      ...of,
      record: 9,
      engine_version: 'current+2026-03-02.2',
      engine: { name: 'gpt-6-luna', version: 'current' },
    }),
  ]);
  expect(await ids({ only: ['other_epoch'] })).toEqual(['d0', 'd1']);
});
