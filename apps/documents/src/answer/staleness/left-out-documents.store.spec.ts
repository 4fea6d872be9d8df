import type { AnswerView, DocumentChanged, JudgmentSnapshot } from '@app/contracts/documents';
import { Content, StoredDocument } from '../../document/document';
import { DocumentsHarness, openDocuments } from '../../testing/documents-harness';
import { putGroup, readGroup } from '../../testing/groups';
import { anAnswer } from '../../testing/samples';
import { membersOf, subscribe } from '../../testing/subscriptions';
import { invalidatedAnswers } from './invalidated-answers';

const org = 'org_left_out';
let harness: DocumentsHarness;
beforeAll(async () => {
  harness = await openDocuments();
}, 60_000);
afterAll(() => harness.close());

const open = { 'attributes.open': true };
/** It applies to every document. */
const first = { active_version: 1, read_paths: ['images.photo', 'state.note'], earlier_paths: [] as string[] };
/** It leaves documents out that are not open, and reads what the first reads. */
const second = { ...first, active_version: 2, applies_to: open, read_paths: ['attributes.open', ...first.read_paths] };
const firstAgain = { ...first, earlier_paths: ['attributes.open'] };

async function reads(namespace: string, id: string): Promise<AnswerView | undefined> {
  return (await harness.read(org, namespace, [id])).documents[0].answers?.['mood'];
}
const put = (namespace: string, more: Partial<JudgmentSnapshot>) => harness.putJudgment(org, namespace, 'mood', more);

/** A document with an answer of the first version. */
async function judged(namespace: string, id: string, attributes: object = { open: false }): Promise<number> {
  const upsert = [{ id, attributes, state: { note: 'before' } }];
  const { version } = (await harness.write(org, namespace, { upsert })).documents[0];
  await harness.applyAnswers(org, namespace, [anAnswer(id, 'mood', { document_version: version, seen: version })]);
  return version;
}
const inForceOf = (namespace: string) =>
  harness.snapshots.readCurrent({ organization: org, namespace }, harness.database);
const change = (namespace: string, id: string, members: object = { state: { note: 'after' } }) =>
  harness.write(org, namespace, { patch: [{ id, ...members }] });

it.each(['on_change', 'on_read', 'manual', 'interval'] as const)(
  'an answer about a text that changed while a version left its document out is stale when its own version is back, under %s [FRS-04] [JDG-04]',
  async (policy) => {
    const ns = `out/${policy}`;
    const settings = { policy, ...(policy === 'interval' && { interval_ms: 3_600_000 }) };
    await put(ns, { ...first, ...settings });
    await judged(ns, 'moved');
    await judged(ns, 'still');
    await put(ns, { ...second, ...settings });
    const facts = (await harness.published<DocumentChanged>(org, 'documents.document.changed%')).length;
    await change(ns, 'moved');
    await change(ns, 'still', { state: { other: 'x' } });
    expect(await reads(ns, 'moved')).toBeUndefined();
    await put(ns, { ...firstAgain, ...settings });
    // As after any activation, nothing is queued: the job of the activation compares what is stale.
    expect(await reads(ns, 'moved')).toMatchObject({ status: 'stale', stale_reason: 'document_changed', due_at: null });
    expect(await reads(ns, 'still')).toMatchObject({ status: 'fresh', version: 1 });
    expect(await harness.published(org, 'documents.document.changed%')).toHaveLength(facts);
  },
);

it('remembers every version, through others that apply to the document or do not [FRS-04]', async () => {
  const ns = 'out/many';
  await put(ns, first);
  await judged(ns, 'd');
  for (const version of [2, 3, 4]) await put(ns, { ...second, active_version: version });
  await put(ns, { ...second, active_version: 5, applies_to: { 'attributes.open': 1 } });
  await change(ns, 'd');
  await put(ns, firstAgain);
  expect(await reads(ns, 'd')).toMatchObject({ stale_reason: 'document_changed' });
});

it('follows a document that comes back into the version that is not in force [FRS-04]', async () => {
  const ns = 'out/back';
  const closed = { ...first, applies_to: { 'attributes.open': false }, read_paths: second.read_paths };
  await put(ns, closed);
  await judged(ns, 'd');
  await put(ns, { ...second, active_version: 2, applies_to: { 'attributes.open': 'never' } });
  await change(ns, 'd', { attributes: { open: null } });
  await change(ns, 'd');
  await change(ns, 'd', { attributes: { open: false } });
  await put(ns, closed);
  expect(await reads(ns, 'd')).toMatchObject({ stale_reason: 'document_changed' });
});

it('keeps an answer of the version in force as it is while that leaves its document out, until the document comes back [FRS-04]', async () => {
  const ns = 'out/own';
  await put(ns, first);
  await put(ns, second);
  const seen = (
    await harness.write(org, ns, { upsert: [{ id: 'd', attributes: { open: true }, state: { note: 'n' } }] })
  ).documents[0].version;
  await harness.applyAnswers(org, ns, [anAnswer('d', 'mood', { version: 2, document_version: seen, seen })]);
  await change(ns, 'd', { attributes: { open: false } });
  await change(ns, 'd');
  const { rows } = await harness.database.query<{ fresh: boolean }>(
    `select wanted = seen as fresh from answer where document_id = 'd' and version = 2 and judgment_id = 'jdg_mood'`,
  );
  expect(rows).toEqual([{ fresh: true }]);
  await change(ns, 'd', { attributes: { open: true } });
  expect(await reads(ns, 'd')).toMatchObject({ stale_reason: 'document_changed', version: 2 });
});

it('costs a write of documents nothing that no version applied to, or that the version in force leaves out as those before did [FRS-04]', async () => {
  const [ns, alike] = ['out/cost', 'out/alike'];
  const closed = { 'attributes.open': false };
  const before = {
    id: 'd',
    version: 1,
    bytes: 9,
    images: {},
    created_at: '2026-03-04T09:30:00.000Z',
  } as StoredDocument;
  const moved = async (attributes: Content['attributes'], namespace = ns) => {
    const inForce = await inForceOf(namespace);
    const [was, is] = ['before', 'after'].map((note) => ({ ...before, attributes, state: { note } }));
    return invalidatedAnswers({ id: 'd', before: was, after: is, pointer: '', skipped: false }, inForce, 0)
      .invalidateOtherVersions;
  };
  await put(ns, { ...first, applies_to: closed, read_paths: second.read_paths });
  await put(ns, second);
  expect(await moved({ open: 'maybe' })).toEqual({});
  expect(await moved({ open: true })).toEqual({});
  expect(await moved({ open: false })).toEqual({ jdg_mood: 2 });
  // Another question about the same documents.
  await put(alike, second);
  await put(alike, { ...second, active_version: 3 });
  expect(await moved({ open: false }, alike)).toEqual({});
});

it('follows the text for a template that comes back when the copy of a namespace goes [FRS-04] [TPL-12]', async () => {
  const ns = 'copies/one';
  await put('copies/*', { ...first, judgment_id: 'jdg_mood' });
  await judged(ns, 'd');
  await put('copies/*', second);
  const copy = { ...second, scope: ns, copied: { stored: 2, shown: 1 } };
  await put(ns, copy);
  await change(ns, 'd');
  await put('copies/*', firstAgain);
  await put(ns, { ...copy, archived: true });
  expect(await reads(ns, 'd')).toMatchObject({ status: 'stale', stale_reason: 'document_changed', version: 1 });
});

it('counts such an answer in groups, and shows it to subscriptions, as stale [GRP-07]', async () => {
  const ns = 'out/counted';
  await put(ns, first);
  await judged(ns, 'd', { open: false, seller: 's1' });
  await putGroup(harness, org, ns, 'by_seller', {
    key: 'attributes.seller',
    aggregates: { risk: { aggregate: 'max', path: 'answers.mood.p' } },
  });
  await put(ns, second);
  await change(ns, 'd');
  await harness.countGroups();
  await put(ns, firstAgain);
  await harness.countGroups();
  expect((await readGroup(harness, org, ns, 'by_seller')).values).toMatchObject([{ stale: 1 }]);
  await subscribe(harness, org, ns, 'fresh', { filter: { 'answers.mood.status': 'fresh' } });
  expect(await membersOf(harness, org, ns, 'fresh')).toEqual([]);
});
