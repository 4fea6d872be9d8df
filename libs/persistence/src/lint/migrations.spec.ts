import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf } from '../schema/functions';
import { MigrationLint } from './lint';
import { readSignature } from './signature';
import { smallTables } from './small-tables';

/*
 * Migrations and functions of the released version, which installations have: `FREEZE=1` writes the file anew when a version
 * is released (docs/upgrade.md).
 */
const frozenPath = join(__dirname, 'frozen.json');
interface Frozen {
  /** SHA-256 by path. */
  migrations: Record<string, string>;
  /** How builds call each function, by path. */
  functions: Record<string, string>;
}
const root = join(__dirname, '../../../..');
const frozen = JSON.parse(readFileSync(frozenPath, 'utf8')) as Frozen;
const services = readdirSync(join(root, 'apps')).filter((service) => existsSync(join(root, 'apps', service, 'sql')));
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');
const filesOf = (folder: string): string[] => {
  if (!existsSync(join(root, folder))) return [];
  const names = readdirSync(join(root, folder)).filter((name) => name.endsWith('.sql'));
  return names.sort().map((name) => `${folder}/${name}`);
};
const common = filesOf('libs/persistence/sql');
const migrationsOf = (service: string) => filesOf(`apps/${service}/sql/migrations`);
const functions = services.flatMap((service) => filesOf(`apps/${service}/sql/functions`));

if (process.env['FREEZE'] === '1') {
  it('is written anew: what is released now', async () => {
    const released = [...common, ...services.flatMap(migrationsOf)];
    const calls = await Promise.all(functions.map(async (path) => [path, await readSignature(textOf(path))] as const));
    const next: Frozen = {
      migrations: Object.fromEntries(released.map((path) => [path, hashOf(textOf(path))])),
      functions: Object.fromEntries(calls),
    };
    writeFileSync(frozenPath, `${JSON.stringify(next, null, 2)}\n`);
    expect(Object.keys(next.migrations)).toEqual(expect.arrayContaining(Object.keys(frozen.migrations)));
  });
} else {
  it.each(Object.entries(frozen.migrations))('%s stays as it was released: nobody runs it again', (path, hash) => {
    expect(hashOf(textOf(path))).toBe(hash);
  });

  it.each(services)(
    'migrations of %s since the release only expand, and lock nothing for long [defect S-M7]',
    async (service) => {
      const lint = new MigrationLint(smallTables[service]);
      const said: Record<string, string[]> = {};
      for (const path of [...common, ...migrationsOf(service)]) {
        const findings = await lint.findFaults(textOf(path));
        if (frozen.migrations[path] === undefined && findings.length > 0) said[path] = findings;
      }
      expect(said).toEqual({});
    },
  );

  it.each(services)('new migrations of %s say why they are there and what they lock', (service) => {
    for (const path of migrationsOf(service).filter((path) => frozen.migrations[path] === undefined)) {
      expect({ path, text: textOf(path) }).toEqual({
        path,
        text: expect.stringMatching(/^-- Why: [^]*^-- Locks: /m) as string,
      });
    }
  });

  it.each(services)(
    'no migration of %s has the name of one that a baseline replaced: it would count as run',
    (service) => {
      const adopted = (folder: string) => JSON.parse(textOf(`${folder}/adopted.json`)) as string[];
      const replaced = [...adopted('libs/persistence/sql'), ...adopted(`apps/${service}/sql`)];
      const names = [...common, ...migrationsOf(service)].map((path) => path.split('/').at(-1)?.replace('.sql', ''));
      expect(names.filter((name) => replaced.includes(name ?? ''))).toEqual([]);
    },
  );

  it.each(services)('small tables of %s are tables of its schema', (service) => {
    const schema = textOf(`apps/${service}/sql/schema.sql`);
    const tables = [...schema.matchAll(/^create table (\w+)/gm)].map(([, name]) => name);
    expect(smallTables[service].filter((name) => !tables.includes(name))).toEqual([]);
  });

  it.each(functions)('%s is called as builds of the release call it [defect S-M7]', async (path) => {
    const signature = await readSignature(textOf(path));
    expect(signature).toMatch(new RegExp(`^${/(\w+)\.sql$/.exec(path)?.[1]}\\(`));
    expect(signature).toBe(frozen.functions[path] ?? signature);
  });

  it('functions of the release are still there for its builds [defect S-M7]', () => {
    expect(Object.keys(frozen.functions).filter((path) => !functions.includes(path))).toEqual([]);
  });
}
