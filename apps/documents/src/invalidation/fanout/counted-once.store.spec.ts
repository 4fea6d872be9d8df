import type { DocumentChanged, RelationEdge } from '@app/contracts/documents';
import { documentsSql } from '../../../sql';
import { DocumentsHarness, openDocuments } from '../../testing/documents-harness';
import { related } from '../../testing/related';
import { anAnswer } from '../../testing/samples';

const org = 'org_upgraded';
let harness: DocumentsHarness;
beforeAll(async () => {
  harness = await openDocuments(8);
}, 60_000);
afterAll(() => harness.close());

const reading = (judgment: string) => {
  const me: RelationEdge = { relation: 'me', theirs: 'id', mine: 'id', paths: [], presence: false, where: null };
  return { ...related({ ...me, answers: [{ judgment, bands: [0.5] }] }), reads: [judgment] };
};
let record = 0;
const judge = (ns: string, id: string, name: string, others: object = {}) =>
  harness.applyAnswers(org, ns, [
    anAnswer(id, name, {
      record: ++record,
      answer_id: `ans_${name}_${id}`,
      document_version: 1e9,
      seen: 1e9,
      watermark: new Date().toISOString(),
      ...others,
    }),
  ]);
async function statuses(of: DocumentsHarness, ns: string, id: string): Promise<object> {
  const { answers = {} } = (await of.read(org, ns, [id])).documents[0];
  return Object.fromEntries(
    Object.entries(answers).map(([name, { status, stale_reason: reason }]) => [name, reason ?? status]),
  );
}
const fresh = { late: 'fresh', plain: 'fresh', mood: 'fresh', calm: 'fresh' };
async function facts(ns: string): Promise<DocumentChanged[]> {
  const all = await harness.published<DocumentChanged>(org, 'documents.document.changed.bulk.v1');
  return all.filter(({ namespace }) => namespace === ns);
}
const walks = async () => {
  const { rows } = await harness.database.query<{ judgment_id: string; scope: string; wait: number }>(
    `select judgment_id, scope, extract(epoch from due_at - app.now())::float8 as wait from reader_walk
     where since = due_at order by scope, judgment_id`,
  );
  return rows.map(({ judgment_id: id, scope, wait }) => [id, scope, Math.round(wait / 60)]);
};

it('marks what read answers that count no longer once after an upgrade, ten minutes later, and nothing else [REL-F6]', async () => {
  const [ns, other] = ['up/t', 'other/t'];
  const applies_to = { 'attributes.open': true };
  await harness.putJudgment(org, 'up/*', 'late', { applies_to });
  await harness.putJudgment(org, 'up/*', 'plain');
  await harness.putJudgment(org, 'up/*', 'mood', reading('late'));
  await harness.putJudgment(org, 'up/*', 'calm', reading('plain'));
  // Of the same name, where nobody reads it, and where what reads it is gone.
  await harness.putJudgment(org, other, 'late', { judgment_id: 'jdg_other', applies_to });
  await harness.putJudgment(org, other, 'gone', { ...reading('late'), archived: true });
  await harness.putJudgment(org, 'wide/t', 'late', { judgment_id: 'jdg_narrow', applies_to });
  await harness.putJudgment(org, 'wide/*', 'mind', reading('late'));
  await harness.database.query('delete from reader_walk');
  await harness.write(org, ns, { upsert: ['d1', 'd2'].map((id) => ({ id, attributes: { open: id === 'd1' } })) });
  for (const id of ['d1', 'd2']) {
    for (const name of ['late', 'plain', 'mood', 'calm']) await judge(ns, id, name);
  }
  const { late: _, ...closed } = fresh;
  expect([await statuses(harness, ns, 'd1'), await statuses(harness, ns, 'd2')]).toEqual([fresh, closed]);

  const migration = documentsSql.migrations.find(({ name }) => name === '0007-answers-that-count');
  await harness.database.query(migration!.text);
  expect(await walks()).toEqual([
    ['jdg_mood', 'up/*', 10],
    ['jdg_mind', 'wide/t', 10],
  ]);
  // Builds of before still read for others, so nothing is stale that would be so again.
  const process = harness.another();
  expect([await statuses(process, ns, 'd1'), await process.readers.turn()]).toEqual([fresh, false]);

  // Ten minutes later, an answer that was judged meanwhile is marked, and one that was judged since then is not.
  await harness.write(org, ns, { upsert: [{ id: 'd3', attributes: { open: true } }] });
  for (const name of ['late', 'plain', 'mood', 'calm']) await judge(ns, 'd3', name);
  await harness.database.query(`update reader_walk set since = app.now() + interval '1 ms', due_at = app.now()`);
  await new Promise((resolve) => setTimeout(resolve, 5));
  await judge(ns, 'd1', 'mood', { answer_id: 'ans_later' });
  while (await process.readers.turn());
  const marked = { mood: 'related_changed' };
  expect(await statuses(process, ns, 'd1')).toEqual(fresh);
  expect(await statuses(process, ns, 'd2')).toEqual({ ...closed, ...marked });
  expect(await statuses(process, ns, 'd3')).toEqual({ ...fresh, ...marked });
  const documents = [{ id: 'd2' }, { id: 'd3' }];
  const told = await facts(ns);
  expect(told).toMatchObject([{ sets: [['jdg_mood']], documents, cause: 'fanout' }]);
  expect([await facts(other), await facts('wide/t')]).toEqual([[], []]);

  // An equal context is not asked again: its answer stays.
  const [{ documents: wanted }] = told;
  await judge(ns, 'd3', 'mood', { same: true, seen: wanted[1].version });
  expect(await statuses(process, ns, 'd3')).toEqual(fresh);
  const { answers } = (await process.read(org, ns, ['d3'])).documents[0];
  expect(answers!.mood).toMatchObject({ id: 'ans_mood_d3' });
});
