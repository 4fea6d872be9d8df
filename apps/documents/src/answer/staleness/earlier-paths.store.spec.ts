import type { AnswerView, DocumentChanged } from '@app/contracts/documents';
import { DocumentsHarness, openDocuments } from '../../testing/documents-harness';
import { anAnswer } from '../../testing/samples';

const org = 'org_earlier';
const ns = 'e/one';
let harness: DocumentsHarness;
beforeAll(async () => {
  harness = await openDocuments();
}, 60_000);
afterAll(() => harness.close());

async function reads(id: string): Promise<AnswerView> {
  return (await harness.read(org, ns, [id])).documents[0].answers!.mood;
}
const first = { active_version: 1, read_paths: ['state.note'], earlier_paths: ['state.other'] };
const second = { active_version: 2, read_paths: ['state.other'], earlier_paths: ['state.note'] };

it.each(['manual', 'on_change'] as const)(
  'a change of what only an earlier version reads keeps answers of the active one fresh and publishes nothing under %s [FRS-04] [JDG-04]',
  async (policy) => {
    await harness.putJudgment(org, ns, 'mood', { ...first, earlier_paths: [], policy });
    const ids = ['moved', 'judged', 'still'].map((name) => `${name}-${policy}`);
    const [moved, judged, still] = ids;
    const state = { note: 'n', other: 'o' };
    const { documents } = await harness.write(org, ns, { upsert: ids.map((id) => ({ id, state })) });
    const apply = (id: string, version: number, record: number) => {
      const seen = documents.find((document) => document.id === id)!.version;
      return harness.applyAnswers(org, ns, [
        anAnswer(id, 'mood', { version, record, seen, document_version: seen, answer_id: `ans_${id}_${record}` }),
      ]);
    };
    for (const id of ids) await apply(id, 1, 1);
    await harness.putJudgment(org, ns, 'mood', { ...second, policy });
    await apply(judged, 2, 2);
    const facts = (await harness.published<DocumentChanged>(org, 'documents.document.changed%')).length;

    const patch = [moved, judged].map((id) => ({ id, state: { note: 'another' } }));
    await harness.write(org, ns, { patch });
    expect(await reads(judged)).toMatchObject({ status: 'fresh', version: 2, due_at: null });
    expect(await reads(moved)).toMatchObject({ stale_reason: 'version_changed', version: 1, due_at: null });
    expect(await harness.published(org, 'documents.document.changed%')).toHaveLength(facts);

    await harness.putJudgment(org, ns, 'mood', { ...first, policy });
    expect(await reads(moved)).toMatchObject({ status: 'stale', stale_reason: 'document_changed', version: 1 });
    expect(await reads(still)).toMatchObject({ status: 'fresh', version: 1 });
    expect(await reads(judged)).toMatchObject({ stale_reason: 'version_changed', version: 2 });
  },
);
