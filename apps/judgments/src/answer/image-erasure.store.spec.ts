import { Database } from '@app/persistence';
import { openFreshDatabase } from '@app/testing';
import { judgmentsRoom } from '../app.room';
import { NamespaceStore } from '../namespace/namespace.store';
import { partitionsAhead } from '../upkeep/partition';
import { ImageErasureHandler } from './image-erasure.handler';

const organization = 'org_erasure';
let db: Database;
let handler: ImageErasureHandler;

beforeAll(async () => {
  db = await openFreshDatabase(judgmentsRoom);
  handler = new ImageErasureHandler(db);
  const { rows } = await db.query<{ now: Date }>('select app.now() as now');
  for (const { name, from, to } of partitionsAhead('context', rows[0].now))
    await db.query(`create table if not exists ${name} partition of context for values from ('${from}') to ('${to}')`);
}, 60_000);
afterAll(() => db.close());

async function contextsOf(namespace: string, count: number, images: string[]): Promise<void> {
  const [namespaceId] = await new NamespaceStore(db).idsOf([{ organization, namespace }]);
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

it('empties the contexts that held the picture, in one namespace, and none else, also told twice [DOC-11]', async () => {
  await contextsOf('e/one', 1_200, ['img_a', 'img_b']);
  await contextsOf('e/one', 3, ['img_b']);
  await contextsOf('e/one', 3, []);
  await contextsOf('e/two', 2, ['img_a']);
  const fact = { organization, namespace: 'e/one', image: 'img_a' };
  await handler.erased(fact);
  await handler.erased(fact);
  expect(await kept('e/one')).toEqual([' false false 3', 'img_a,img_b true true 1200', 'img_b false false 3']);
  expect(await kept('e/two')).toEqual(['img_a false false 2']);
});
