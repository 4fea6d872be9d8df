import { Database } from '@app/persistence';
import { openJudgmentsDatabase } from '../testing/open-judgments';
import { readRecordedSince } from './answer.store';

const watermark = '2026-03-04T09:30:00.120Z';
let db: Database;

/** A document with one answer of record, and its head, whose last record may be a later `same` or a failure. */
async function recorded(document: string, at: string | null, last: { record?: number; failure?: string } = {}) {
  await db.query(
    `insert into answer (namespace_id, document_id, judgment_id, record, id, version, document_version, seen, engine_name,
       engine_ref, judged_at, context_hash, truncated, body, units, watermark)
     values (1, $1, 'jdg_1', 5, 'ans_5', 1, 7, 7, 'jev', 'current', app.now(), 'h', false, '{"type": "bool", "number": 0.3}', 1, $2)`,
    [document, at],
  );
  await db.query(
    `insert into head (namespace_id, document_id, judgment_id, record, document_version, seen, answer_id, failure, recorded_at)
     values (1, $1, 'jdg_1', $2, 8, 8, 'ans_5', $3, app.now())`,
    [document, last.record ?? 5, last.failure ?? null],
  );
}

beforeAll(async () => {
  db = await openJudgmentsDatabase();
  await recorded('d1', watermark);
  await recorded('d2', watermark, { record: 6 });
  await recorded('d3', watermark, { record: 6, failure: 'engine_unavailable' });
  await recorded('d4', null);
}, 60_000);
afterAll(() => db.close());

it('gives what another process recorded with the watermark of its answer, which no later fact adds [ANS-04]', async () => {
  const key = { namespaceId: '1', judgmentId: 'jdg_1', since: new Date(0) };
  const found = await readRecordedSince(
    db,
    ['d1', 'd2', 'd3', 'd4', 'none'].map((document) => ({ ...key, document })),
  );
  expect([...found.keys()].sort()).toEqual([0, 1, 2, 3]);
  expect(found.get(0)).toMatchObject({ record: 5, seen: 8, number: 0.3, watermark });
  expect(found.get(1)).toMatchObject({ record: 6, seen: 8, number: 0.3, watermark });
  expect(found.get(2)).toMatchObject({ failure: 'engine_unavailable', number: null });
  for (const without of [2, 3]) expect(found.get(without)).not.toHaveProperty('watermark');
});
