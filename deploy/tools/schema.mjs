// `npm run schema`: lists the services' SQL files anew (sql/index.ts, sql/version.json) and writes sql/schema.sql of each
// from a freshly migrated database.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { printHelp } from '../local/help.mjs';
import { bin, fail, install, quiet, root, run, say } from './build/setup.mjs';
import sqlIndex from './sql-index.cjs';

const help = {
  lines: [
    'Usage: npm run schema',
    '',
    'Lists the SQL files of every service anew (sql/index.ts, sql/version.json) and writes sql/schema.sql from a',
    'freshly migrated database.',
    '',
    'Options:',
    '  -h, --help  display help for command',
    '',
    'Example:',
    '  npm run schema',
    '',
    'Run it after every change of a file below apps/<service>/sql; a test compares what it writes.',
  ],
};

if (printHelp(help, process.argv.slice(2))) process.exit(0);
await install({ alsoOfTests: true });
for (const { service, folder } of sqlIndex.sqlFolders(root)) {
  const { index, version } = sqlIndex.sqlIndexOf(service, folder);
  writeFileSync(join(folder, 'index.ts'), index);
  writeFileSync(join(folder, 'version.json'), version);
  say(`${service}: schema version ${JSON.parse(version).version}`);
}
const spec = 'libs/testing/src/schema/schema.store.spec.ts';
const { code, output } = await run(bin('jest'), [spec, '--selectProjects', 'real', '--runInBand'], {
  env: { ...quiet, WRITE_SCHEMA: '1' },
});
if (code !== 0) {
  say(output);
  fail('The schemas were not written: mend what stands above and start again.');
}
