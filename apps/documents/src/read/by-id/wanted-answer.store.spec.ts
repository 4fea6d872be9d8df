import type { Bus } from '@app/bus';
import type { AnswerState } from '@app/contracts/documents';
import { DocumentsHarness, openDocuments } from '../../testing/documents-harness';
import { anEntity, related } from '../../testing/related';
import { anAnswer } from '../../testing/samples';
import { JudgePriceService } from './judge-price.service';
import { ReadHandler } from './read.handler';

const org = 'org_wanted';
const text = 'what only its owner may read';
let harness: DocumentsHarness;
let handler: ReadHandler;
beforeAll(async () => {
  harness = await openDocuments();
  handler = new ReadHandler(harness.reads, new JudgePriceService({} as Bus, harness.reads), {
    waitForRoom: async () => undefined,
  });
}, 60_000);
afterAll(() => harness.close());

const state = (ns: string, document = 'd', judgment = 'late'): Promise<AnswerState> =>
  handler.readState({ namespace: ns, document, judgment }, harness.call(org));
/** @returns the version of the document */
async function write(ns: string, note: string): Promise<number> {
  const { documents } = await harness.write(org, ns, { upsert: [{ id: 'd', state: { note } }] });
  return documents[0].version;
}

it('an answer tells what is wanted of it and what it has seen, and nothing of its document [O-STALE]', async () => {
  const ns = 'w/one';
  const before = await write(ns, 'before');
  await harness.putJudgment(org, ns, 'late');
  const never = { status: 'unavailable', unavailable_reason: 'never_judged', wanted: null, seen: null, due_at: null };
  expect(await state(ns)).toMatchObject({ document_version: before, answer: { ...never, version: null, cause: null } });
  const second = await write(ns, text);
  const first = await state(ns);
  const waiting = { status: 'pending', wanted: second, seen: 0, cause: 'document', version: null };
  expect(first).toMatchObject({ document_version: second, answer: waiting });
  const { wanted_at, due_at } = first.answer!;
  expect(Date.parse(due_at!) - Date.parse(wanted_at!)).toBe(2000);
  await harness.applyAnswers(org, ns, [anAnswer('d', 'late', { document_version: second, seen: second })]);
  const fresh = {
    status: 'fresh',
    version: 1,
    wanted: second,
    seen: second,
    cause: null,
    wanted_at: null,
    due_at: null,
  };
  expect((await state(ns)).answer).toMatchObject(fresh);
  const third = await write(ns, `${text}, again`);
  const stale = { status: 'stale', stale_reason: 'document_changed', wanted: third, seen: second, cause: 'document' };
  expect(await state(ns)).toMatchObject({ document_version: third, answer: stale });
  expect(JSON.stringify(await state(ns))).not.toContain(text);
});

it('names the related document that made it stale, as the read does [REL-F10]', async () => {
  const ns = 'w/related';
  await harness.putJudgment(org, ns, 'late', related(anEntity()));
  await write(ns, 'x');
  await harness.applyAnswers(org, ns, [anAnswer('d', 'late', { document_version: 1e9, seen: 1e9 })]);
  expect((await state(ns)).answer).not.toHaveProperty('stale_by');
  await harness.write(org, ns, { upsert: [{ id: 'm1', attributes: { account: 'd' }, state: { text } }] });
  const { answer } = await state(ns);
  expect(answer).toMatchObject({ stale_by: { relation: 'messages', document: 'm1' } });
  expect((await harness.read(org, ns, ['d'])).documents[0].answers!['late'].stale_by).toEqual(answer!.stale_by);
});

it('is null where the judgment leaves the document out, and not_found without document or judgment [O-STALE]', async () => {
  const ns = 'w/two';
  const version = await write(ns, 'x');
  await harness.putJudgment(org, ns, 'mood', { applies_to: { 'attributes.city': 'Rome' } });
  expect(await state(ns, 'd', 'mood')).toEqual({ document_version: version, answer: null });
  await expect(state(ns, 'none', 'mood')).rejects.toMatchObject({ code: 'not_found' });
  await expect(state(ns, 'd', 'none')).rejects.toMatchObject({ code: 'not_found' });
  await expect(state('w/none')).rejects.toMatchObject({ code: 'not_found' });
});
