import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(__dirname, '../../..');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };

/** A checkout without packages: a command that did more than print would install them first. */
let checkout: string;
beforeAll(() => {
  checkout = mkdtempSync(join(tmpdir(), 'judgment-test-help-'));
  for (const folder of ['deploy/local', 'deploy/tools', 'libs/testing/src/jest', 'libs/testing/src/machine'])
    cpSync(join(root, folder), join(checkout, folder), { recursive: true });
  cpSync(join(root, 'package.json'), join(checkout, 'package.json'));
  cpSync(join(root, 'package-lock.json'), join(checkout, 'package-lock.json'));
});
afterAll(() => rmSync(checkout, { recursive: true }));

function run(script: string, ...words: string[]) {
  const [, ...own] = scripts[script].split(' ');
  return spawnSync(process.execPath, [...own, ...words], { cwd: checkout, encoding: 'utf8', timeout: 20_000 });
}

describe('the command of all checks', () => {
  it.each([
    ['test', '--help'],
    ['test', '-h'],
    ['test:long', '--help'],
  ])('%s %s prints its use and options, and does nothing else', (script, word) => {
    const { status, stdout, stderr } = run(script, word);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(
      /^Usage: npm test\n {7}npm test -- \[--changed\[=<commit>\]\] .*\n {7}npm run test:long\n\nRuns every check/,
    );
    expect(stdout).toMatch(/^ {2}--minutes <n> .*[^]*^ {2}--long .*[^]*^ {2}-h, --help +display help/m);
    expect(existsSync(join(checkout, 'node_modules'))).toBe(false);
    expect(existsSync(join(checkout, '.state'))).toBe(false);
  });

  it.each([
    ['apps/documents', "Unexpected argument 'apps/documents'"],
    ['--lang', "Unknown option '--lang'"],
    ['--minutes=soon', '--minutes takes a whole number from 1 to 9999, not "soon"'],
  ])('refuses "%s" in a sentence, and says where the ones stand that it knows', (word, what) => {
    const { status, stdout, stderr } = run('test', word);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toBe(`${what}: "npm test -- --help" shows the options of this command.\n`);
  });
});
