import { decodeCursor } from '@app/persistence';
import { DocumentsHarness, openDocuments } from '../testing/documents-harness';
import { readNamespaceLevel } from './namespace-level.store';

const organization = 'org_level';
let harness: DocumentsHarness;

const level = (prefix: string, more: { scope?: string; from?: string | null; limit?: number } = {}) =>
  readNamespaceLevel(harness.database, organization, more.scope ?? '*', {
    prefix,
    from: more.from ?? null,
    limit: more.limit ?? 100,
  });

beforeAll(async () => {
  harness = await openDocuments();
  const names = ['acme', 'acme-b', 'acme/dev', 'acme/prod', 'acme/prod/t1', 'acme/prod/t2', 'acme/prod-x', 'zed/a/b'];
  const insert = `insert into namespace (organization, name) select $1, n from unnest($2::text[]) n`;
  await harness.database.query(insert, [organization, names]);
  await harness.database.query(insert, ['org_other', ['acme/prod/t3']]);
}, 60_000);
afterAll(() => harness.close());

describe('one level of the names', () => {
  it('shows names and what begins with a name and a slash, counted [DASH-06]', async () => {
    const top = await level('');
    expect(top.items.map(({ name }) => name)).toEqual(['acme', 'acme-b']);
    expect(top.prefixes).toEqual([
      { prefix: 'acme/', namespaces: 5, template: 'acme/*' },
      { prefix: 'zed/', namespaces: 1, template: 'zed/*' },
    ]);
    const below = await level('acme/');
    expect(below.items.map(({ name }) => name)).toEqual(['acme/dev', 'acme/prod', 'acme/prod-x']);
    expect(below.prefixes).toEqual([{ prefix: 'acme/prod/', namespaces: 2, template: 'acme/prod/*' }]);
    expect(await level('none/')).toEqual({ items: [], prefixes: [], nextCursor: null });
  });

  it("stays within the key's scope [AUTH-04]", async () => {
    const { items, prefixes } = await level('', { scope: 'acme/prod/*' });
    expect(items).toEqual([]);
    expect(prefixes).toEqual([{ prefix: 'acme/', namespaces: 2, template: 'acme/*' }]);
  });

  it('comes in pages that hold every item once [DASH-06]', async () => {
    const seen: string[] = [];
    let from: string | null = null;
    do {
      const { items, prefixes, nextCursor } = await level('acme', { from, limit: 1 });
      expect(items.length + prefixes.length).toBe(1);
      seen.push(...items.map(({ name }) => name), ...prefixes.map(({ prefix }) => prefix));
      from = nextCursor && decodeCursor('namespace-level', nextCursor)![0];
    } while (from !== null);
    expect(seen).toEqual(['acme', 'acme-b', 'acme/']);
  });
});
