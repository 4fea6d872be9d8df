import { Database } from '@app/persistence';
import { NamespaceStore } from '../copy/namespace/namespace.store';
import { openJudgmentsDatabase } from '../testing/open-judgments';
import { answerWithContext } from './answer-context.store';
import { forgetAnswers } from './answer.store';

let db: Database;
let namespaceId: string;

beforeAll(async () => {
  db = await openJudgmentsDatabase();
  namespaceId = await new NamespaceStore(db).readIdOf({ organization: 'org_read', namespace: 'read' });
  await db.query(
    `insert into answer (namespace_id, document_id, judgment_id, record, id, version, document_version, seen, engine_name,
       engine_ref, engine_version, judged_at, context_hash, truncated, body, units, ask_id)
     select $1::bigint, 'd' || n, 'jdg_1', n, 'ans_' || n, 1, 1, 1, 'jev', 'current', 'e1', app.now(), 'h' || n, false, '{}', 1, 'ask'
     from generate_series(1, 5) n`,
    [namespaceId],
  );
  // The third has no context any more; of the fifth only a copy is kept.
  await db.query(
    `insert into context (namespace_id, document_id, hash, month, document_version, format, tokens, text, images, image_erased)
     select $1::bigint, 'd' || n, 'h' || n, date_trunc('month', app.now(), 'UTC'), 1, 1, 9, 'read ' || n, '{img_1}', n = 2
     from unnest(array[1, 2, 4]) n`,
    [namespaceId],
  );
  await db.query(
    `insert into kept_context (namespace_id, document_id, judgment_id, answer_id, version, hash, document_version, format,
       tokens, truncated, text, keep_until)
     values ($1, 'd5', 'jdg_1', 'ans_5', 1, 'h5', 1, 1, 7, false, 'kept 5', app.now())`,
    [namespaceId],
  );
}, 60_000);
afterAll(() => db.close());

const read = (n: number, answer = `ans_${n}`, judgmentId = 'jdg_1') =>
  answerWithContext(db, namespaceId, { document: `d${n}`, judgmentId }, answer);

describe('an answer of record', () => {
  it('comes with the text that was read, its copy, or why there is none [DASH-06]', async () => {
    expect(await read(1)).toMatchObject({ id: 'ans_1', text: 'read 1', tokens: 9, gone: null, images: ['img_1'] });
    expect(await read(2)).toMatchObject({ id: 'ans_2', text: null, tokens: null, gone: 'image_erased' });
    expect(await read(3)).toMatchObject({ id: 'ans_3', text: null, tokens: null, gone: 'expired', images: [] });
    expect(await read(5)).toMatchObject({ id: 'ans_5', text: 'kept 5', tokens: 7, gone: null });
  });

  it('is found under its own document and judgment alone, and no longer once the document is deleted [DASH-06]', async () => {
    expect(await read(1, 'ans_2')).toBeNull();
    expect(await read(1, 'ans_1', 'jdg_2')).toBeNull();
    expect(await answerWithContext(db, '0', { document: 'd1', judgmentId: 'jdg_1' }, 'ans_1')).toBeNull();
    await db.transaction('spec', (tx) => forgetAnswers(tx, namespaceId, [{ id: 'd4', version: 1 }]));
    expect(await read(4)).toBeNull();
  });
});
