import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Row } from './summary.cjs';

/** One run of the program that stands for Jest: which titles fail, null: it ends without a report, silent: it hangs. */
type Run = string[] | null | 'silent';

/** Writes the report of its next run, keeps the words that it was given, and fails when a title does. */
const program = `
const { appendFileSync, readFileSync, writeFileSync } = require('node:fs');
process.chdir(__dirname);
const words = process.argv.slice(2);
appendFileSync('words.jsonl', JSON.stringify(words) + '\\n');
const runs = JSON.parse(readFileSync('runs.json', 'utf8'));
const failing = runs.shift();
writeFileSync('runs.json', JSON.stringify(runs));
console.log('said so');
if (failing === null) process.exit(1);
if (failing === 'silent') return setTimeout(() => process.exit(1), 60_000);
const paths = words.includes('--runTestsByPath') ? words.slice(words.indexOf('--runTestsByPath') + 1) : files;
const testResults = paths.map((name) => ({
  ...{ name, message: '', startTime: 0, endTime: 2_000 },
  assertionResults: ['works', 'wavers'].map((title) => ({
    fullName: title,
    failureMessages: ['Error: as told'],
    status: failing.includes(name.split('/').at(-1) + ' ' + title) ? 'failed' : 'passed',
  })),
}));
const file = words.find((word) => word.startsWith('--outputFile=')).slice('--outputFile='.length);
writeFileSync(file, JSON.stringify({ testResults }));
process.exit(failing.length > 0 ? 1 : 0);
`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'judgment-step-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs a step whose program behaves as told, in the order of its runs. */
function runStep(runs: Run[], step: object = { hasSecondTry: true }, names = ['a', 'b']): { row: Row; output: string } {
  const files = names.map((name) => join(folder, name));
  writeFileSync(join(folder, 'runs.json'), JSON.stringify(runs));
  const jest = join(folder, 'jest');
  writeFileSync(jest, `#!${process.execPath}\nconst files = ${JSON.stringify(files)};\n${program}`, { mode: 0o755 });
  const command = [jest, '--selectProjects', 'real', '--maxWorkers=2'];
  const whole = { name: 'jest real', shareS: 5, report: join(folder, 'real.json'), command, ...step };
  const script = `import { runStep } from ${JSON.stringify(pathToFileURL(join(__dirname, 'step.mjs')).href)};
process.stdout.write(JSON.stringify(await runStep(${JSON.stringify(whole)}, false)));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  expect(stderr).toBe('');
  return JSON.parse(stdout) as { row: Row; output: string };
}

const given = (): string[][] =>
  readFileSync(join(folder, 'words.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as string[]);

describe('a step of tests', () => {
  it('runs once when nothing fails', () => {
    const { row, output } = runStep([[]]);
    expect(row).toMatchObject({ ok: true, shareS: 5, passed: 4, failed: 0, failures: [], secondTries: [] });
    expect(output).toBe('');
    expect(given()).toHaveLength(1);
  });

  it('runs the files once more, alone, in which something failed, and names what passed then', () => {
    const { row } = runStep([['b wavers'], []]);
    expect(row).toMatchObject({ ok: true, passed: 4, failed: 0, failures: [] });
    expect(row.secondTries).toEqual([
      { title: expect.stringMatching(/b: wavers$/) as string, reason: 'Error: as told' },
    ]);
    const [, again] = given();
    expect(again.slice(again.indexOf('--runTestsByPath') + 1)).toEqual([join(folder, 'b')]);
    expect(again).toContain('--maxWorkers=1');
    expect(again).not.toContain('--maxWorkers=2');
  });

  it('fails with what failed twice, beside what did only once', () => {
    const { row, output } = runStep([['a works', 'b wavers'], ['a works']]);
    expect(row).toMatchObject({ ok: false, passed: 3, failed: 1 });
    expect(row.failures).toEqual([{ title: expect.stringMatching(/a: works$/) as string, reason: 'Error: as told' }]);
    expect(row.secondTries).toEqual([
      { title: expect.stringMatching(/b: wavers$/) as string, reason: 'Error: as told' },
    ]);
    expect(output).toContain('said so');
  });

  it('starts once more when nothing ran, and tells of it', () => {
    expect(runStep([null, []]).row).toMatchObject({
      ok: true,
      passed: 4,
      secondTries: [{ title: 'nothing ran at first' }],
    });
  });

  it('fails when nothing ran twice', () => {
    const { row } = runStep([null, null]);
    expect(row).toMatchObject({
      ok: false,
      passed: 0,
      failures: [{ title: 'no report was written' }],
      secondTries: [],
    });
  });

  it('is stopped when its time is over, and is not run again', () => {
    const { row } = runStep(['silent', []], { hasSecondTry: true, longestMinutes: 0.1 });
    expect(row).toMatchObject({
      ok: false,
      failures: [{ title: expect.stringMatching(/it was stopped when its time was over$/) as string }],
    });
    expect(given()).toHaveLength(1);
  });

  it('does not try again what fails in many files, nor a step that has no second try', () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    const all = names.map((name) => `${name} wavers`);
    expect(runStep([all], undefined, names).row).toMatchObject({ ok: false, failed: 7, secondTries: [] });
    expect(runStep([['a wavers']], { hasSecondTry: false }).row).toMatchObject({ ok: false, failed: 1 });
    expect(existsSync(join(folder, 'real.again.json'))).toBe(false);
  });
});
