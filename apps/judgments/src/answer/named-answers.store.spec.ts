import type { RecordedAnswer } from '@app/contracts/judgments';
import type { Database, Queryable } from '@app/persistence';
import { openJudgmentsDatabase } from '../testing/open-judgments';
import { readNamedAnswers } from './named-answers.store';

const watermark = '2026-03-04T09:30:00.120Z';
let db: Database;

/** Records an answer of record; a later row of one id is the answer in force again. */
async function recorded(document: string, id: string, record: number, others: object = {}): Promise<void> {
  const members = { seen: record, number: 0.3, erased: false, features: null, parts: null, combiner: null, ...others };
  await db.query(
    `insert into answer (namespace_id, document_id, judgment_id, record, id, version, document_version, seen, engine_name,
       engine_ref, engine_version, judged_at, context_hash, truncated, body, units, erased, features, parts, combiner, watermark)
     select 1, $1, 'jdg_1', $2, $3, 2, 7, x.seen, 'jev', 'current', 'e1', app.now(), 'h', false,
       json_build_object('type', 'bool', 'number', x.number, 'value', null, 'escape_p', null, 'dist', null, 'normalized', null),
       1.5, x.erased, x.features, x.parts, x.combiner, '${watermark}'
     from json_to_record($4::json)
       as x(seen bigint, number float8, erased boolean, features json, parts json, combiner text)`,
    [document, record, id, JSON.stringify(members)],
  );
}

const of = (document: string, id: string | null, others: object = {}) =>
  ({
    document,
    judgment_id: 'jdg_1',
    record: 90,
    same: true,
    failure: null,
    answer_id: id,
    ...others,
  }) as RecordedAnswer;

beforeAll(async () => {
  db = await openJudgmentsDatabase();
  await recorded('d1', 'ans_a', 1);
  await recorded('d1', 'ans_b', 2);
  await recorded('d1', 'ans_a', 3, { number: 0.3 });
  await recorded('d1', 'ans_c', 4);
  await recorded('d2', 'ans_d', 5, { parts: { first: { p: 0.2 } }, combiner: 'fit_1', features: { age: 3 } });
  await recorded('d3', 'ans_e', 6, { erased: true });
}, 60_000);
afterAll(() => db.close());

it('gives each answer whole that a `same` names: parts, features and watermark, and no units [ANS-10]', async () => {
  const records = [of('d2', 'ans_d'), of('d1', 'ans_a'), of('d3', 'ans_e'), of('d4', 'ans_f')];
  const named = await readNamedAnswers(db, '1', records);
  const common = {
    judgment_id: 'jdg_1',
    version: 2,
    same: false,
    failure: null,
    engine_version: 'e1',
    watermark,
    units: 0,
  };
  const composite = { parts: { first: { p: 0.2 } }, combiner: 'fit_1', features: { age: 3 } };
  expect(named).toEqual([
    expect.objectContaining({
      ...common,
      ...composite,
      document: 'd2',
      record: 5,
      answer_id: 'ans_d',
      seen: 5,
      number: 0.3,
    }),
    // In force again: under its last record, and what was recorded after it is another answer.
    expect.objectContaining({ ...common, document: 'd1', record: 3, answer_id: 'ans_a', seen: 3 }),
  ]);
});

it('asks nothing where there is no `same`, and asks once for all of them', async () => {
  const statements: unknown[] = [];
  const counting: Queryable = {
    query: (statement, values) => {
      statements.push(statement);
      return db.query(statement, values);
    },
  };
  const others = [
    of('d1', 'ans_c', { same: false }),
    of('d1', null),
    of('d1', null, { failure: 'engine_unavailable' }),
  ];
  expect(await readNamedAnswers(counting, '1', others)).toEqual([]);
  expect(statements).toEqual([]);
  expect(await readNamedAnswers(counting, '1', [...others, of('d1', 'ans_b'), of('d2', 'ans_d')])).toHaveLength(2);
  expect(statements).toHaveLength(1);
});

it('leaves out the answers past the bytes that a reply has room for', async () => {
  const records = [of('d1', 'ans_a'), of('d1', 'ans_b'), of('d2', 'ans_d')];
  const idsIn = async (bytes: number) => (await readNamedAnswers(db, '1', records, bytes)).map((one) => one.answer_id);
  expect(await idsIn(10_000)).toEqual(['ans_a', 'ans_b', 'ans_d']);
  expect(await idsIn(1_500)).toEqual(['ans_a', 'ans_b']);
  expect(await idsIn(100)).toEqual([]);
});
