import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { namesOfFunctions, plantedCode, rulesOfScripts } from './planted-code';
import { workspaceRoot } from '../workspace';

interface Settings {
  rules: Record<string, unknown>;
  overrides: { rules: Record<string, unknown> }[];
}
interface Report {
  diagnostics: { code?: string; filename: string; severity: string; message: string }[];
}

const folder = mkdtempSync(join(tmpdir(), 'rules-'));
const bin = (name: string) => join(workspaceRoot, 'node_modules/.bin', name);
const fileOf = (rule: string) => `${rule.replace('/', '-')}.${extensionOf(rule)}`;
let status: number | null;
let report: Report;

beforeAll(() => {
  copyFileSync(join(workspaceRoot, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
  mkdirSync(join(folder, 'deploy/tools/lint'), { recursive: true });
  copyFileSync(join(workspaceRoot, 'deploy/tools/lint/own-rules.mjs'), join(folder, 'deploy/tools/lint/own-rules.mjs'));
  for (const [name, code] of Object.entries(namesOfFunctions))
    writeFileSync(join(folder, `name-${name}.ts`), `${code}\n`);
  writeFileSync(
    join(folder, 'tsconfig.json'),
    '{ "compilerOptions": { "strict": true, "jsx": "react-jsx", "lib": ["ES2023"] } }',
  );
  for (const [rule, code] of Object.entries(plantedCode)) writeFileSync(join(folder, fileOf(rule)), `${code}\n`);
  writeFileSync(join(folder, 'attributes.tsx'), 'export const a = <p {...{ title: "b" }} />;\n');
  writeFileSync(join(folder, 'directive.ts'), '// oxlint-disable-next-line no-debugger\nexport const a = 1;\n');
  // Here it finds the program for rules that need types neither in the folder nor, without npm, on the path.
  const env = { ...process.env, OXLINT_TSGOLINT_PATH: bin('tsgolint') };
  const oxlint = spawnSync(bin('oxlint'), ['--format', 'json'], { cwd: folder, env, encoding: 'utf8' });
  status = oxlint.status;
  report = JSON.parse(oxlint.stdout) as Report;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function extensionOf(rule: string): string {
  if (rulesOfScripts.includes(rule)) return 'cjs';
  return rule.startsWith('react/') ? 'tsx' : 'ts';
}

/** The rules that found a fault in a file, as `.oxlintrc.json` names them. */
function foundIn(file: string): string[] {
  const found = report.diagnostics.filter(({ filename, severity }) => filename === file && severity === 'error');
  return found.map(({ code = '' }) => code.replace(/^(.*)\((.*)\)$/, '$1/$2').replace(/^eslint\//, ''));
}

it('has planted code for every rule that is on', () => {
  const { rules, overrides } = JSON.parse(readFileSync(join(workspaceRoot, '.oxlintrc.json'), 'utf8')) as Settings;
  const set = [rules, ...overrides.map((one) => one.rules)].flatMap((one) => Object.entries(one));
  const on = set.filter(([, value]) => value !== 'off').map(([rule]) => rule);
  expect(Object.keys(plantedCode).sort()).toEqual(on.sort());
});

it('fails', () => {
  expect(status).toBe(1);
});

it.each(Object.keys(plantedCode))('%s finds the fault that is planted for it', (rule) => {
  expect(foundIn(fileOf(rule))).toContain(rule);
});

it('a directive that silences nothing is an error', () => {
  expect(report.diagnostics.filter(({ filename }) => filename === 'directive.ts')).toMatchObject([
    { severity: 'error' },
  ]);
});

it('attributes of an element are written plainly', () => {
  expect(foundIn('attributes.tsx')).toContain('own/no-spread-group');
});

describe('a function that replies with a promise', () => {
  const isFound = (name: string) => foundIn(`name-${name}.ts`).includes('own/verb-first');

  it.each(Object.keys(namesOfFunctions).filter((name) => !name.startsWith('good')))(
    'has no name without a verb: %s',
    (name) => {
      expect(isFound(name)).toBe(true);
    },
  );

  it.each(Object.keys(namesOfFunctions).filter((name) => name.startsWith('good')))(
    'may have the name of %s',
    (name) => {
      expect(isFound(name)).toBe(false);
    },
  );
});
