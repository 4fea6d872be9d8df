import type { Bus } from '@app/bus';
import type { AnswerView, DocumentView } from '@app/contracts/documents';
import type { Judged, RecordedAnswer } from '@app/contracts/judgments';
import { movedClock } from '@app/testing';
import { DocumentsHarness, openDocuments } from '../../testing/documents-harness';
import { anAnswer } from '../../testing/samples';
import { JudgingService } from './judging.service';
import { ReadService } from './read.service';
import { selectionOf } from './selection';

/*
 * An answer was recorded, and its fact is on its way. A read that requires a fresh answer asks judgments, which finds the
 * context equal and records a `same`.
 */
const [org, ns] = ['org_named', 'named/one'];
const composite = { parts: { first: { p: 0.2 } }, combiner: 'fit_1', features: { amount: 3 } };
const at = (second: number) => `2026-03-04T09:30:0${second}.000Z`;
let harness: DocumentsHarness;

beforeAll(async () => {
  harness = await openDocuments();
  await harness.putJudgment(org, ns, 'late', { features: ['amount'], parts: ['first'] });
}, 60_000);
afterAll(() => harness.close());

/** A document with a change that its judgment does not see, the answer before the change, and the records after it. */
async function recordsOf(id: string) {
  const write = async (note: string) =>
    (await harness.write(org, ns, { upsert: [{ id, state: { note } }] })).documents[0].version;
  const seenAt = (version: number) => ({ document_version: version, seen: version, answer_id: 'ans_1' });
  const made = { ...seenAt(await write('n')), ...composite, number: 0.3, watermark: at(1) };
  const later = { ...seenAt(await write('m')), number: null, same: true, watermark: at(2) };
  return {
    answer: anAnswer(id, 'late', { ...made, record: 1 }),
    same: (record: number) => anAnswer(id, 'late', { ...later, record }),
  };
}

/** Reads what must be fresh. @param judge what judgments has recorded, by the number of the ask */
async function requiredOf(
  id: string,
  judge: (ask: number) => RecordedAnswer[],
): Promise<AnswerView & { asks: number }> {
  let asks = 0;
  const usage = { judgment_units: 0, tokens: 0, cost_usd: 0, by_judgment: {} };
  const reply = (): Judged => ({ answers: judge((asks += 1)), refused: [], usage });
  const bus = { requester: { askRaw: async () => ({ json: reply }) } } as unknown as Bus;
  const judging = new JudgingService(bus, harness.answers);
  const reads = new ReadService(harness.database, movedClock, harness.snapshots, harness.asks, judging);
  const { documents } = await reads.read(ns, [id], selectionOf(undefined), 'require', harness.call(org));
  return { ...(JSON.parse(documents[0]) as DocumentView).answers!.late, asks };
}

async function shown(id: string): Promise<AnswerView> {
  return (await harness.read(org, ns, [id])).documents[0].answers!.late;
}

it('is fresh by a reply that has the answer beside the `same`, and no fact of both moves it then [ANS-10] [FRS-04]', async () => {
  const { answer, same } = await recordsOf('d1');
  const { asks, ...view } = await requiredOf('d1', (ask) => [same(1 + ask), { ...answer, units: 0 }]);
  expect(asks).toBe(1);
  expect(view).toMatchObject({ status: 'fresh', id: 'ans_1', p: 0.3, ...composite, watermark: at(2) });
  for (const fact of [answer, same(2)]) {
    await harness.applyAnswers(org, ns, [fact]);
    expect(await shown('d1')).toEqual(view);
  }
});

it('comes by the reply to the row that the facts make in their order [ANS-10]', async () => {
  const [replied, told] = [await recordsOf('d2'), await recordsOf('d3')];
  await requiredOf('d2', () => [replied.same(2), replied.answer]);
  for (const fact of [told.answer, told.same(2)]) await harness.applyAnswers(org, ns, [fact]);
  const { rows } = await harness.database.query<{ document: string }>(
    `select document_id as document, heard, record, body_record, same_record, same_id, failure, number, epoch, watermark, features,
       parts, wanted - seen as behind, body ->> 'judgedAt' as judged from answer where document_id = any($1) order by 1`,
    [['d2', 'd3']],
  );
  const [first, second] = rows;
  expect(first).toMatchObject({ heard: '2', record: '2', body_record: '1', same_record: '2', behind: '0' });
  expect({ ...second, document: 'd2' }).toEqual(first);
});

it('is fresh in the next round where a fact had brought the `same` alone before [ANS-10]', async () => {
  const { answer, same } = await recordsOf('d4');
  await harness.applyAnswers(org, ns, [same(2)]);
  const replies = [[same(2)], [same(3), answer]];
  expect(await requiredOf('d4', (ask) => replies[ask - 1])).toMatchObject({ status: 'fresh', p: 0.3, asks: 2 });
});

it('is refused where a `same` is all that a version before this one replies, until the fact comes [ANS-10]', async () => {
  const { answer, same } = await recordsOf('d5');
  const read = requiredOf('d5', (ask) => [same(1 + ask)]);
  await expect(read).rejects.toMatchObject({ code: 'engine_unavailable' });
  await harness.applyAnswers(org, ns, [answer]);
  expect(await shown('d5')).toMatchObject({ status: 'fresh', p: 0.3 });
});
