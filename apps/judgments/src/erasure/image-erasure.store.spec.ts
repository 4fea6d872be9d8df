import { Database, Tx } from '@app/persistence';
import { eventually } from '@app/testing';
import { NamespaceStore } from '../copy/namespace/namespace.store';
import { openJudgmentsDatabase } from '../testing/open-judgments';
import { emptyErased } from './erased-images';
import { ImageErasureHandler } from './image-erasure.handler';

const organization = 'org_erasure';
let db: Database;
let handler: ImageErasureHandler;

beforeAll(async () => {
  db = await openJudgmentsDatabase();
  handler = new ImageErasureHandler(db);
}, 60_000);
afterAll(() => db.close());

async function contextsOf(namespace: string, count: number, images: string[]): Promise<void> {
  const [namespaceId] = await new NamespaceStore(db).readIdsOf([{ organization, namespace }]);
  await db.query(
    `insert into context (namespace_id, document_id, hash, month, document_version, format, tokens, text, images)
     select $1, 'd' || n, $3, date_trunc('month', app.now(), 'UTC'), 1, 1, 9, 'what was read', $4
     from generate_series(1, $2::int) n`,
    [namespaceId, count, images.join(), images],
  );
}
async function kept(namespace: string): Promise<string[]> {
  const { rows } = await db.query<{ line: string }>(
    `select c.hash || ' ' || c.image_erased || ' ' || (c.text = '') || ' ' || count(*) as line
     from context c join namespace n on n.id = c.namespace_id where n.organization = $1 and n.name = $2
     group by c.hash, c.image_erased, c.text = '' order by 1`,
    [organization, namespace],
  );
  return rows.map(({ line }) => line);
}

it('empties the contexts with the image in one namespace and no others, also when the fact comes twice [DOC-11]', async () => {
  await contextsOf('e/one', 1_200, ['img_a', 'img_b']);
  await contextsOf('e/one', 3, ['img_b']);
  await contextsOf('e/one', 3, []);
  await contextsOf('e/two', 2, ['img_a']);
  const fact = { organization, namespace: 'e/one', image: 'img_a' };
  await handler.applyErasure(fact);
  await handler.applyErasure(fact);
  expect(await kept('e/one')).toEqual([' false false 3', 'img_a,img_b true true 1200', 'img_b false false 3']);
  expect(await kept('e/two')).toEqual(['img_a false false 2']);
});

describe('an ask in flight while its image is erased', () => {
  const now = async () => (await db.query<{ now: Date }>('select app.now() as now')).rows[0].now.getTime();

  it('leaves no context with it: one read before is recorded empty, one read after is kept [DOC-11]', async () => {
    const namespace = 'e/flight';
    const namespaceId = (await new NamespaceStore(db).readIdsOf([{ organization, namespace }]))[0];
    const before = await now();
    const one = { namespaceId, document: 'd1', hash: 'img_c', images: ['img_c'], readAtMs: before };
    await handler.applyErasure({ organization, namespace, image: 'img_c' });
    await contextsOf(namespace, 1, ['img_c']);
    await db.transaction('spec', (tx: Tx) => emptyErased(tx, [{ ...one, readAtMs: before + 3_600_000 }]));
    expect(await kept(namespace)).toEqual(['img_c false false 1']);
    await db.transaction('spec', (tx: Tx) => emptyErased(tx, [one]));
    expect(await kept(namespace)).toEqual(['img_c true true 1']);
  });

  it('makes the erasure wait while it is being recorded', async () => {
    const namespace = 'e/race';
    const namespaceId = (await new NamespaceStore(db).readIdsOf([{ organization, namespace }]))[0];
    const one = { namespaceId, document: 'd1', hash: 'img_d', images: ['img_d'], readAtMs: await now() };
    let erasing: Promise<void> | undefined;
    await db.transaction('spec', async (tx) => {
      await emptyErased(tx, [one]);
      erasing = handler.applyErasure({ organization, namespace, image: 'img_d' });
      await tx.query(
        `insert into context (namespace_id, document_id, hash, month, document_version, format, tokens, text, images)
         values ($1, 'd1', 'img_d', date_trunc('month', app.now(), 'UTC'), 1, 1, 9, 'what was read', '{img_d}')`,
        [namespaceId],
      );
      // The erasure waits for this transaction; nothing is emptied until it ends.
      await eventually(async () => {
        const { rows } = await db.query(`select from pg_locks where locktype = 'advisory' and not granted`);
        expect(rows.length).toBeGreaterThan(0);
      });
    });
    await erasing;
    expect(await kept(namespace)).toEqual(['img_d true true 1']);
  });
});
