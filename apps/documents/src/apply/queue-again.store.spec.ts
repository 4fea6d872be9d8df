import type { Delivered } from '@app/bus';
import type { DocumentChanged } from '@app/contracts/documents';
import type { AnswerRecorded } from '@app/contracts/judgments';
import { DocumentsHarness, openDocuments } from '../testing/documents-harness';
import { aPointer, related } from '../testing/related';
import { anAnswer } from '../testing/samples';

const org = 'org_again';
const ns = 'again/passed';
let harness: DocumentsHarness;
beforeAll(async () => {
  harness = await openDocuments();
}, 60_000);
afterAll(() => harness.close());

const facts = async () => {
  const all = await harness.published<DocumentChanged>(org, 'documents.document.changed.bulk.v1');
  return all.flatMap(({ documents, cause }) => documents.map(({ id }) => [id, cause]));
};
const late = async () => (await harness.read(org, ns, ['d1'])).documents[0].answers!['late'];

it('queues as a fan-out what one has passed by for a backfill that has ended before its turn [REL-F2] [REL-13]', async () => {
  await harness.putJudgment(org, ns, 'late', related(aPointer()));
  const order = { id: 'd1', attributes: { customer: 'c1' }, state: { note: 'a' } };
  const [{ version }] = (await harness.write(org, ns, { upsert: [order] })).documents;
  const watermark = '2026-03-04T09:30:00.000Z';
  await harness.applyAnswers(org, ns, [
    anAnswer('d1', 'late', { document_version: version, seen: version, watermark }),
  ]);
  await harness.write(org, ns, { upsert: [{ id: 'c1', state: { tier: 'gold' } }] });
  const inForce = await harness.snapshots.readCurrent({ organization: org, namespace: ns }, harness.database);
  const { rows } = await harness.database.query<{ id: string }>('select id from namespace where name = $1', [ns]);
  const asked = { document: 'd1', judgment: inForce.byName.get('late')!, isMissing: true, isOpen: true };
  await harness.asks.ask({ namespaceId: rows[0].id, inForce }, [asked], false);
  while (await harness.fanouts.turn());
  expect([await late(), await facts()]).toMatchObject([{ status: 'stale', stale_reason: 'related_changed' }, []]);
  const payload: AnswerRecorded = {
    organization: org,
    namespace: ns,
    ask_id: null,
    units: 0,
    tokens: 0,
    by_judgment: {},
    answers: [],
    dequeued: [{ document: 'd1', judgment_id: 'jdg_late' }],
    recorded_at: new Date().toISOString(),
  };
  await harness.answers.applyFacts([{ payload } as Delivered<AnswerRecorded>]);
  expect(await facts()).toEqual([['d1', 'fanout']]);
});
