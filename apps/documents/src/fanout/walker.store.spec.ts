import { DocumentChanged } from '@app/contracts';
import { scalarKey } from '@app/filter';
import { Health, Metrics, createLogger } from '@app/observability';
import { DocumentsHarness, openDocuments } from '../testing/documents-harness';
import { anAnswer } from '../testing/samples';
import { addFanout } from './fanout.store';
import { FanoutWalker } from './walker';

const org = 'org_fanout';
const ns = 'fan/one';
let harness: DocumentsHarness;
let walker: FanoutWalker;

beforeAll(async () => {
  harness = await openDocuments();
  const logger = createLogger({ service: 'documents', replica: 'spec', level: 'fatal' });
  walker = new FanoutWalker(harness.database, logger, new Health(), new Metrics('documents', 'spec'));
}, 60_000);
afterAll(() => harness.close());

it('invalidates the answers of pointing documents, a thousand at a time, and reads them stale from the first moment', async () => {
  await harness.putJudgment(org, ns, 'acct');
  const ids = Array.from({ length: 1500 }, (_, n) => `p${String(n).padStart(4, '0')}`);
  for (let at = 0; at < ids.length; at += 500) {
    const upsert = ids.slice(at, at + 500).map((id) => ({ id, attributes: { account: 'a1' }, state: { note: id } }));
    const { documents } = await harness.write(org, ns, { upsert });
    const answers = documents.map(({ id, version }) =>
      anAnswer(id, 'acct', { document_version: version, seen: version }),
    );
    await harness.applyAnswers(org, ns, answers);
  }
  await harness.write(org, ns, { upsert: [{ id: 'other', attributes: { account: 'a2' }, state: { note: 'x' } }] });
  const status = async (id: string) => {
    const { documents } = await harness.read(org, ns, [id]);
    const { status: read, stale_reason } = documents[0].answers!['acct'];
    return stale_reason ?? read;
  };
  const { rows } = await harness.database.query<{ id: string }>('select id from namespace where name = $1', [ns]);
  expect(await status('p1400')).toBe('fresh');
  await addFanout(harness.database, {
    ...{ namespace_id: rows[0].id, judgment_id: 'jdg_acct', relation: 'account', key: scalarKey('a1'), cause: 'a1' },
  });
  // One row makes every pointing document stale, also in queries.
  expect(await status('p1400')).toBe('related_changed');
  expect(await status('other')).toBe('pending');
  const stale = { filter: { 'answers.acct.status': 'stale' }, count: true, limit: 1, include: [] };
  expect((await harness.query(org, ns, stale)).count).toBe(1500);
  const bulk = () => harness.published<DocumentChanged>(org, 'documents.document.changed.bulk.v1');
  expect(await walker.turn()).toBe(true);
  expect((await bulk())[0].documents).toHaveLength(1000);
  expect(await status('p1400')).toBe('related_changed');
  expect(await walker.turn()).toBe(true);
  expect(await walker.turn()).toBe(false);
  expect((await bulk()).flatMap(({ documents }) => documents)).toHaveLength(1500);
  expect(await status('p0000')).toBe('related_changed');
  const { wanted } = { wanted: (await bulk())[0].documents[0].version };
  await harness.applyAnswers(org, ns, [
    anAnswer('p0000', 'acct', { record: 2, document_version: 1_000_000, seen: wanted }),
  ]);
  expect(await status('p0000')).toBe('fresh');
}, 60_000);
