// What `npm run schema` writes beside a service's SQL files: `sql/index.ts`, which lists them, and `sql/version.json`.
// Plain Node without packages; a spec holds that both are up to date.
const { createHash } = require('node:crypto');
const { existsSync, readFileSync, readdirSync } = require('node:fs');
const { join } = require('node:path');

const folders = ['migrations', 'functions'];
/** Its folder `sql` has the migrations that every service runs before its own. */
const common = join(__dirname, '../../libs/persistence');

function filesOf(folder, kind) {
  const at = join(folder, kind);
  if (!existsSync(at)) return [];
  const names = readdirSync(at).filter((file) => file.endsWith('.sql'));
  return names
    .sort()
    .map((file) => ({ kind, name: file.slice(0, -'.sql'.length), text: readFileSync(join(at, file), 'utf8') }));
}

function camel(words) {
  return words.replace(/[-_]+(\w)/g, (_, letter) => letter.toUpperCase());
}

function identifierOf({ kind, name }) {
  return kind === 'migrations' ? camel(`migration-${name}`) : camel(name);
}

function listOf(files) {
  if (files.length === 0) return '[]';
  const rows = files.map((file) => `    { name: '${file.name}', text: ${identifierOf(file)} },\n`);
  return `[\n${rows.join('')}  ]`;
}

/** The services' folders of SQL, by service. */
function sqlFolders(root) {
  const services = readdirSync(join(root, 'apps')).filter((name) => existsSync(join(root, 'apps', name, 'sql')));
  return services.sort().map((service) => ({ service, folder: join(root, 'apps', service, 'sql') }));
}

/**
 * The two files of a service as they ought to be. The version is one more than the one that stands when a file of SQL
 * has changed since, of its own or of those that every service has.
 */
function sqlIndexOf(service, folder) {
  const files = folders.flatMap((kind) => filesOf(folder, kind));
  const hash = createHash('sha256');
  for (const { name, text } of filesOf(common, 'sql')) hash.update(`common/${name}\0${text}\0`);
  for (const { kind, name, text } of files) hash.update(`${kind}/${name}\0${text}\0`);
  const digest = hash.digest('hex');
  const path = join(folder, 'version.json');
  const before = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : { version: 0, compatible_from: 1 };
  const version = before.hash === digest ? before.version : before.version + 1;
  const imports = files.map((file) => `import ${identifierOf(file)} from './${file.kind}/${file.name}.sql';\n`);
  const of = (kind) => listOf(files.filter((file) => file.kind === kind));
  // Names of the migrations that the baseline replaced.
  const isAdopting = existsSync(join(folder, 'adopted.json'));
  return {
    index: `// Written by \`npm run schema\`: do not edit.
import type { SqlSchema } from '@app/persistence';
${isAdopting ? `import adopted from './adopted.json';\n` : ''}${imports.join('')}import { compatible_from, version } from './version.json';

export const ${camel(service)}Sql: SqlSchema = {
  version,
  compatibleFrom: compatible_from,
  migrations: ${of('migrations')},
  functions: ${of('functions')},
${isAdopting ? '  adopted,\n' : ''}};
`,
    version: `${JSON.stringify({ version, compatible_from: before.compatible_from, hash: digest }, null, 2)}\n`,
  };
}

module.exports = { sqlFolders, sqlIndexOf };
