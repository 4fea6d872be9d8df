// Packs the TypeScript client and the command line as they are published, and tries them as a user would:
//   node deploy/tools/release/check-packages.mjs [FOLDER] [sdk|cli]      (.state/release, emptied first; both)
// Each archive is linted, installed from an empty folder without a network, and run. Exits with 1 at a fault. What only the
// owner can decide is a warning.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { publint } from 'publint';
import rules from './package-faults.cjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');
const folder = resolve(process.argv[2] ?? join(root, '.state/release'));
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const doors = ['', '/client', '/webhooks'].map((door) => `@judgment-service/sdk${door}`);

const packages = [
  {
    name: '@judgment-service/sdk',
    build: 'libs/sdk/build.mjs',
    tries: [
      ['node', '-e', doors.map((door) => `require('${door}');`).join(' ')],
      ['node', '--input-type=module', '-e', doors.map((door) => `await import('${door}');`).join(' ')],
    ],
  },
  {
    name: '@judgment-service/cli',
    build: 'clients/cli/build.mjs',
    tries: [
      ['node_modules/.bin/judgment', '--version'],
      ['node_modules/.bin/judgment', 'import', '--help'],
    ],
  },
].filter(({ name }) => process.argv[3] === undefined || name.endsWith(`/${process.argv[3]}`));

rmSync(folder, { recursive: true, force: true });
let faults = 0;
for (const { name, build, tries } of packages) {
  const place = join(folder, name.split('/')[1]);
  const [built, empty] = [join(place, 'built'), join(place, 'empty')];
  for (const one of [built, empty]) mkdirSync(one, { recursive: true });
  run(root, process.execPath, build, built);
  const archive = join(folder, run(folder, 'npm', 'pack', built, '--silent').trim());
  writeFileSync(join(empty, 'package.json'), '{"name": "a-user", "private": true}');
  run(empty, 'npm', 'install', archive, '--offline', '--silent', '--no-audit', '--no-fund');
  const packed = installed(join(empty, 'node_modules', name));
  const { messages } = await publint({ pkgDir: join(empty, 'node_modules', name), pack: false, strict: true });
  const found = [
    ...rules.faultsOf(packed, version),
    ...messages.map(({ code, path }) => `publint: ${code} at ${path.join('.')}`),
  ];
  for (const words of tries) run(empty, ...words);
  for (const fault of found) process.stderr.write(`${name}: ${fault}\n`);
  for (const warning of rules.warningsOf(packed)) process.stdout.write(`${name}: warning: ${warning}\n`);
  process.stdout.write(`${name} ${version}: ${relative(process.cwd(), archive)}, ${packed.files.size} files\n`);
  faults += found.length;
}
process.exitCode = faults > 0 ? 1 : 0;

/** What the archive left in a folder. */
function installed(at) {
  const paths = readdirSync(at, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(at, join(entry.parentPath, entry.name)));
  const files = new Map(paths.map((path) => [path, readFileSync(join(at, path), 'utf8')]));
  return { manifest: JSON.parse(files.get('package.json')), files };
}

function run(cwd, program, ...words) {
  const { status, stdout, stderr } = spawnSync(program, words, { cwd, encoding: 'utf8' });
  if (status === 0) return stdout;
  process.stderr.write(`${[program, ...words].join(' ')} failed:\n${stdout}${stderr}`);
  process.exit(1);
}
