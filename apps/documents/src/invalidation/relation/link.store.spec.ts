import { armKillPoints } from '@app/persistence';
import { DocumentsHarness, openDocuments } from '../../testing/documents-harness';
import { aBlock, anEntity, related } from '../../testing/related';
import { readUnreadyLinks } from './link.store';

const org = 'org_link';
let harness: DocumentsHarness;
beforeAll(async () => {
  harness = await openDocuments(8);
}, 60_000);
afterEach(() => armKillPoints(() => undefined));
afterAll(() => harness.close());

async function idOf(ns: string): Promise<string> {
  return (await harness.database.query<{ id: string }>('select id from namespace where name = $1', [ns])).rows[0].id;
}
/** What the attributes of the documents say, and what the links say. */
async function both(ns: string, name: string): Promise<[string[], string[]]> {
  const values = [await idOf(ns), name];
  const expected = await harness.database.query<{ one: string }>(
    `select encode(case when get_byte(k.key, 0) = 64 then substr(k.key, 2) else k.key end, 'hex') || ' ' || d.created_at || ' ' || d.id as one
     from attribute k join document d on d.namespace_id = k.namespace_id and d.id = k.document_id
     where k.namespace_id = $1 and k.name = $2 order by 1`,
    values,
  );
  const found = await harness.database.query<{ one: string }>(
    `select encode(key, 'hex') || ' ' || created_at || ' ' || document_id as one from link
     where namespace_id = $1 and name = $2 order by 1`,
    values,
  );
  return [expected.rows.map(({ one }) => one), found.rows.map(({ one }) => one)];
}
async function build(): Promise<void> {
  for (let turns = 0; await harness.links.turn(); turns++) {
    if (turns > 50) throw new Error('the build does not end');
    await harness.database.query('update link_name set lease_until = null');
  }
}
const move = (ns: string, id: string, account: unknown) =>
  harness.write(org, ns, { upsert: [{ id, attributes: { account } as object }] } as never);

it('builds the links of documents that stood before the relation, while they move between keys and come and go', async () => {
  const ns = 'link/built';
  const ids = Array.from({ length: 2500 }, (_, n) => `m${String(n).padStart(4, '0')}`);
  for (let at = 0; at < ids.length; at += 500) {
    const upsert = ids.slice(at, at + 500).map((id, n) => ({ id, attributes: { account: `a${n % 7}` } }));
    await harness.write(org, ns, { upsert });
  }
  await harness.putJudgment(org, ns, 'mood', related(anEntity()));
  expect(await readUnreadyLinks(harness.database, await idOf(ns), ['account', 'email'])).toEqual(['account']);
  let isBuilding = true;
  const writer = (async () => {
    for (let n = 0; isBuilding || n < 40; n++) {
      const id = ids[(n * 613) % ids.length];
      if (n % 5 === 0) await harness.write(org, ns, { delete: [{ id }] });
      else await move(ns, id, n % 3 === 0 ? ['a1', `b${n}`] : `b${n}`);
    }
  })();
  armKillPoints((name) => {
    if (name !== 'documents.link.before-commit') return;
    armKillPoints(() => undefined);
    throw new Error('killed');
  });
  await expect(build()).rejects.toThrow('killed');
  await harness.database.query('update link_name set lease_until = null');
  await build();
  isBuilding = false;
  await writer;
  const [expected, found] = await both(ns, 'account');
  expect(found).toEqual(expected);
  expect(found.length).toBeGreaterThan(2000);
  expect(await readUnreadyLinks(harness.database, await idOf(ns), ['account'])).toEqual([]);
}, 60_000);

it('builds anew when a name is joined by again: links were not kept meanwhile', async () => {
  const ns = 'link/again';
  await harness.putJudgment(org, 'link/*', 'twin', related(aBlock()));
  await harness.write(org, ns, { upsert: [{ id: 'p1', attributes: { email: 'x' } }] });
  await build();
  // The namespace came after the relation, so it was complete from the beginning.
  expect(await both(ns, 'email')).toEqual([[expect.any(String)], [expect.any(String)]]);
  await harness.putJudgment(org, 'link/*', 'twin', { archived: true });
  await harness.write(org, ns, { delete: [{ id: 'p1' }], upsert: [{ id: 'p2', attributes: { email: 'x' } }] });
  const [, kept] = await both(ns, 'email');
  expect(kept[0]).toContain('p1');
  await harness.putJudgment(org, 'link/*', 'twin', related(aBlock()));
  expect(await readUnreadyLinks(harness.database, await idOf(ns), ['email'])).toEqual(['email']);
  await build();
  const [expected, found] = await both(ns, 'email');
  expect([found, found.length]).toEqual([expected, 1]);
  expect(found[0]).toContain('p2');
});
