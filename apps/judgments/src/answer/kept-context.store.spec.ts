import { createLogger } from '@app/observability';
import { Database, Effects, Vault } from '@app/persistence';
import { setClock, testEnvironment, testMasterKey } from '@app/testing';
import { ImageErasureHandler } from '../erasure/image-erasure.handler';
import { NamespaceStore } from '../copy/namespace/namespace.store';
import { openJudgmentsDatabase } from '../testing/open-judgments';
import { UpkeepService } from './upkeep/upkeep.service';
import { readAnswersAtMoments, forgetAnswers } from './answer.store';
import { KeptContextHandler } from './kept-context.handler';

const organization = 'org_kept';
const { adminUrl } = testEnvironment();
let db: Database;
let handler: KeptContextHandler;
let namespaces: NamespaceStore;

beforeAll(async () => {
  db = await openJudgmentsDatabase();
  namespaces = new NamespaceStore(db);
  handler = new KeptContextHandler(db, namespaces);
}, 60_000);
// What a moved clock dropped is made again.
afterEach(async () => {
  await setClock(adminUrl, 0);
  await upkeep();
});
afterAll(() => db.close());

/** Records `count` answers of `jdg_1` with their contexts. */
async function recorded(namespace: string, count: number, images: string[] = []): Promise<string> {
  const id = await namespaces.readIdOf({ organization, namespace });
  await db.query(
    `insert into answer (namespace_id, document_id, judgment_id, record, id, version, document_version, seen, engine_name,
       engine_ref, engine_version, judged_at, read_at, context_hash, truncated, body, units, ask_id)
     select $1::bigint, 'd' || n, 'jdg_1', n, $1::bigint || ' ans_' || n, 1, 1, 1, 'jev', 'current', 'e1', app.now(), app.now() - interval '1 s',
       'h' || n, false, '{}', 1, 'ask' from generate_series(1, $2::int) n`,
    [id, count],
  );
  await db.query(
    `insert into context (namespace_id, document_id, hash, month, document_version, format, tokens, text, images)
     select $1::bigint, 'd' || n, 'h' || n, date_trunc('month', app.now(), 'UTC'), 1, 1, 9, 'what was read ' || n, $3
     from generate_series(1, $2::int) n`,
    [id, count, images],
  );
  return id;
}
async function draw(namespace: string, numbers: number[]): Promise<void> {
  const id = await namespaces.readIdOf({ organization, namespace });
  const answers = numbers.map((n) => ({ namespace, document: `d${n}`, answer: `${id} ans_${n}` }));
  await handler.keepContexts({ organization, judgment_id: 'jdg_1', version: 1, engine_version: 'e1', answers });
}
async function kept(id: string): Promise<[string, string, string | null][]> {
  const { rows } = await db.query<{ document_id: string; text: string; gone: string | null }>(
    'select document_id, text, gone from kept_context where namespace_id = $1 order by document_id',
    [id],
  );
  return rows.map(({ document_id, text, gone }) => [document_id, text, gone]);
}
async function upkeep(): Promise<void> {
  const logger = createLogger({ service: 'judgments', replica: 'spec', level: 'fatal' });
  const service = new UpkeepService(db, new Effects(db, new Vault(testMasterKey)), logger);
  await service.sweep();
}
const dayMs = 86_400_000;

describe('kept contexts', () => {
  it('outlive the contexts while draws name them, and end a hundred days after the last draw [ALT-24]', async () => {
    const id = await recorded('k/age', 3);
    await draw('k/age', [1, 2]);
    await draw('k/age', [1, 99]);
    expect(await kept(id)).toEqual([
      ['d1', 'what was read 1', null],
      ['d2', 'what was read 2', null],
    ]);
    await setClock(adminUrl, 95 * dayMs);
    await draw('k/age', [2]);
    await setClock(adminUrl, 130 * dayMs);
    await upkeep();
    const { rows } = await db.query<{ n: number }>('select count(*)::int as n from context where namespace_id = $1', [
      id,
    ]);
    expect(rows).toEqual([{ n: 0 }]);
    expect(await kept(id)).toEqual([['d2', 'what was read 2', null]]);
  });

  it('are emptied with their document, also when the draw comes after the deletion [ALT-25]', async () => {
    const id = await recorded('k/deleted', 3);
    await draw('k/deleted', [1, 2]);
    const deletion = [
      { id: 'd1', version: 1 },
      { id: 'd3', version: 1 },
    ];
    await db.transaction('spec', (tx) => forgetAnswers(tx, id, deletion));
    const moments = ['d1', 'd2'].map((document) => ({ document, asOf: null, answerId: null }));
    const inForce = await readAnswersAtMoments(db, id, 'jdg_1', moments);
    // Outcomes that were observed after the deletion match nothing [defect E-L16].
    expect(inForce.map(({ answer, deletedAt }) => [answer !== null, deletedAt !== null])).toEqual([
      [true, true],
      [true, false],
    ]);
    await draw('k/deleted', [1, 3]);
    expect(await kept(id)).toEqual([
      ['d1', '', 'deleted'],
      ['d2', 'what was read 2', null],
    ]);
  });

  it('wait for a deletion in flight and keep nothing of it', async () => {
    const id = await recorded('k/race', 1);
    let drawing: Promise<void> | undefined;
    await db.transaction('spec', async (tx) => {
      await forgetAnswers(tx, id, [{ id: 'd1', version: 1 }]);
      drawing = draw('k/race', [1]);
      await new Promise(setImmediate);
    });
    await drawing;
    expect(await kept(id)).toEqual([]);
  });

  it('are emptied with an image that they hold, also when the draw comes between mark and emptying [DOC-11] [ALT-25]', async () => {
    const id = await recorded('k/image', 2, ['img_k']);
    await draw('k/image', [1]);
    await new ImageErasureHandler(db).applyErasure({ organization, namespace: 'k/image', image: 'img_k' });
    expect(await kept(id)).toEqual([['d1', '', 'image_erased']]);
    // As if the context of d2 had not been emptied yet when it was copied.
    await db.query(`update context set text = 'left', image_erased = false where namespace_id = $1`, [id]);
    await draw('k/image', [2]);
    expect((await kept(id)).map(([document, text]) => [document, text])).toEqual([
      ['d1', ''],
      ['d2', ''],
    ]);
  });

  it('of a judgment whose outcomes come later than contexts live are kept before the month is dropped', async () => {
    const id = await recorded('k/horizon', 4);
    await db.query(
      `insert into judgment (id, organization, scope, name, active_version, last_version, freshness, thresholds, revision)
       values ('jdg_1', $1, 'k/*', 'late', 1, 1, '{}', '{}', 1)`,
      [organization],
    );
    await db.query(
      `insert into judgment_version (judgment_id, version, definition, hash, render_format)
       values ('jdg_1', 1, '{"horizon": "180d"}', 'h', 1)`,
    );
    await setClock(adminUrl, 130 * dayMs);
    await upkeep();
    expect(await kept(id)).toHaveLength(4);
    await setClock(adminUrl, (130 + 180 + 101) * dayMs);
    await upkeep();
    expect(await kept(id)).toEqual([]);
  });
});
