import { boundariesOf } from './boundaries.cjs';
import { PlantedWorkspace } from './planted-workspace';

// Each planted fault stands in a file of its own, so that one run of the program sees them all: file, import, rule.
const faults = [
  ['apps/shop/src/kind.ts', '@app/testing', 'kind:app imports adapter, contract, domain alone'],
  ['libs/store/src/kind.ts', '@app/testing', 'kind:adapter imports adapter, contract, domain alone'],
  ['libs/store/src/image.ts', '@app/image', 'kind:adapter imports adapter, contract, domain alone'],
  ['libs/contracts/src/kind.ts', '@app/store', 'kind:contract imports domain alone'],
  [
    'libs/contracts/src/kind.spec.ts',
    '@app/contracts-two',
    'kind:contract in tests imports domain, testing, app, adapter alone',
  ],
  ['libs/json/src/kind.ts', '@app/store', 'kind:domain imports domain alone'],
  ['libs/json/src/kind.spec.ts', '@app/contracts', 'kind:domain in tests imports domain, testing, app, adapter alone'],
  ['libs/json/src/type.ts', "import type { Json } from '@app/contracts'", 'kind:domain imports domain alone'],
  ['libs/sdk/src/kind.ts', '@app/store', 'kind:domain imports domain alone'],
  ['test-e2e/kind.e2e.ts', '@app/json', 'kind:e2e in tests imports testing, contract, client alone'],
  ['test-e2e/src/kind.ts', '@app/store', 'kind:e2e imports testing, contract, client alone'],
  ['libs/json/src/banned.ts', '@nestjs/common', 'kind:domain imports no infrastructure'],
  ['libs/json/src/again.ts', "export * from '@app/store'", 'kind:domain imports domain alone'],
  ['libs/json/src/later.ts', "export const load = () => import('@app/store')", 'kind:domain imports domain alone'],
  ['libs/json/src/required.ts', "export const store = require('@app/store')", 'kind:domain imports domain alone'],
  ['libs/json/src/deep.ts', 'pg/lib/client', 'kind:domain imports no infrastructure'],
  ['libs/contracts/src/banned.ts', 'pg', 'kind:contract imports few packages'],
  ['libs/contracts/src/drawn.ts', 'fast-check', 'kind:contract imports few packages'],
  ['libs/contracts/src/rules.ts', 'class-validator', 'kind:contract imports few packages'],
  ['libs/contracts/src/banned.spec.ts', 'pg', 'kind:contract in tests imports few packages'],
  ['libs/store/src/relative.ts', '../../json/src/inner', 'another project is imported by its name'],
  ['libs/store/src/door.spec.ts', '../../json/src/index', 'another project is imported by its name'],
  ['libs/store/src/past-door.ts', '@app/json/src/inner', 'an import finds its file'],
  ['libs/store/src/absolute.ts', 'libs/json/src/inner', 'another project is imported by its name'],
  ['libs/store/src/own.ts', '@app/store', 'a project imports its own files by their paths'],
  ['libs/store/src/outside.ts', '../../../outside', 'a path leads to a file of a project'],
  ['libs/testing/src/image.ts', '@app/image', 'libs, clients, examples and the bench import nothing of deploy'],
  [
    'libs/testing/src/image.mjs',
    '../../../deploy/image/src/index.ts',
    'libs, clients, examples and the bench import nothing of deploy',
  ],
  ['libs/testing/src/application.ts', '@app/shop', 'no project imports an application'],
] as const;

const allowed: [file: string, ...imported: string[]][] = [
  ['apps/shop/src/fine.ts', '@app/store', '@app/contracts', '@app/json', '@nestjs/common', './shop'],
  ['apps/shop/src/fine.spec.ts', '@app/testing', '@app/image', 'fast-check'],
  ['apps/shop/src/world/fine.ts', '@app/testing'],
  ['apps/shop/src/spec-room.ts', '@app/testing'],
  ['libs/contracts/src/fine.ts', '@app/json', 'ajv', 'node:crypto', './index'],
  ['libs/contracts/src/testing/fine.ts', 'class-validator'],
  ['libs/contracts/src/fine.spec.ts', 'fast-check', '@app/store', './index'],
  ['libs/json/src/fine.ts', '@app/sdk', './inner'],
  ['libs/json/src/fine.spec.ts', '@app/store', 'pg', './inner'],
  ['libs/testing/src/fine.ts', '@app/contracts', '@app/store'],
  ['test-e2e/fine.e2e.ts', '@app/testing', '@app/contracts', '@app/sdk', './src/room'],
];

const kinds: Record<string, string[]> = {
  'apps/shop': ['app'],
  'deploy/image': ['app'],
  'libs/store': ['adapter'],
  'libs/contracts': ['contract'],
  'libs/contracts-two': ['contract'],
  'libs/json': ['domain'],
  'libs/sdk': ['domain', 'client'],
  'libs/testing': ['testing'],
  'libs/egg': ['domain'],
  'libs/hen': ['domain'],
  'test-e2e': ['e2e'],
};
const doorOf = (folder: string) => `${folder}/src/index.ts`;
const paths = Object.fromEntries(
  Object.keys(kinds).map((folder) => [`@app/${folder.split('/').pop()}`, doorOf(folder)]),
);
const packages = ['@nestjs/common', 'pg', 'fast-check', 'ajv', 'class-validator'];

const workspace = new PlantedWorkspace(paths);
let found: { status: number | null; lines: string[] };
/** The faults of one file; the planted ones also make circles of projects, which have a test of their own. */
const linesOf = (file: string) =>
  found.lines.filter((line) => line.includes(`: ${file} imports`) && !line.startsWith('no circle of projects'));

beforeAll(() => {
  for (const name of packages) workspace.package(name);
  for (const [folder, tags] of Object.entries(kinds)) {
    workspace.project(folder, tags, folder === 'apps/shop' ? 'application' : 'library');
    workspace.write(doorOf(folder), '');
  }
  for (const file of ['node_modules/pg/lib/client.js', 'libs/json/src/inner.ts', 'apps/shop/src/shop.ts']) {
    workspace.write(file, '');
  }
  workspace.write('test-e2e/src/room.ts', '');
  workspace.write('outside.ts', '');
  for (const [file, imported] of faults) workspace.write(file, statement(imported));
  for (const [file, ...imported] of allowed) workspace.write(file, imported.map(statement).join(''));
  workspace.write('libs/egg/src/of-hen.ts', statement('@app/hen'));
  workspace.write('libs/testing/src/of-hen.ts', statement('@app/hen'));
  workspace.write('libs/hen/src/hen.spec.ts', statement('@app/testing'));
  workspace.write('libs/hen/src/of-egg.ts', statement('@app/egg'));
  found = workspace.check();
});
afterAll(() => workspace.remove());

function statement(imported: string): string {
  return imported.includes(' ') ? `${imported};\n` : `import '${imported}';\n`;
}

it('fails', () => {
  expect(found.status).toBe(1);
});

it.each(faults)('%s may not have %s', (file, _, rule) => {
  expect(linesOf(file).map((line) => line.split(': ')[0])).toContain(rule);
});

it.each(allowed.map(([file]) => file))('%s may import what its kind may', (file) => {
  expect(linesOf(file)).toEqual([]);
});

it('finds two projects that import each other, though no file does', () => {
  expect(found.lines.filter((line) => /^no circle of projects: libs\/(egg|hen)/.test(line))).toEqual([
    'no circle of projects: libs/egg/src/of-hen.ts imports libs/hen/src/index.ts',
    'no circle of projects: libs/hen/src/of-egg.ts imports libs/egg/src/index.ts',
  ]);
});

it('refuses a project without a tag of a known kind', () => {
  const project = { folder: 'libs/json', tags: ['kind:unheard'], isApplication: false };
  expect(() => boundariesOf([project])).toThrow('projects without a tag of a known kind: libs/json');
});
