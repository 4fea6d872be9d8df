import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Row } from './summary.cjs';

/** One run of the program that stands for Jest: which titles fail; null: it ends before a file ran; silent: it hangs in file b. */
type Run = string[] | null | 'silent';

/** Writes the lines of its next run, keeps the words that it was given, and fails when a title does. */
const program = `
const { appendFileSync, readFileSync, writeFileSync } = require('node:fs');
process.chdir(__dirname);
const words = process.argv.slice(2);
appendFileSync('words.jsonl', JSON.stringify(words) + '\\n');
const runs = JSON.parse(readFileSync('runs.json', 'utf8'));
const failing = runs.shift();
writeFileSync('runs.json', JSON.stringify(runs));
console.log('said so');
// Jest's report goes to one output and may be cut anywhere by what comes on the other.
process.stderr.write('PASS a');
appendFileSync('openings.jsonl', JSON.stringify({ file: 'shared', seconds: runs.length }) + '\\n');
process.stdout.write('1 stacks opened: shared ' + runs.length + ' s\\n');
if (failing === null) process.exit(1);
const paths = words.includes('--runTestsByPath') ? words.slice(words.indexOf('--runTestsByPath') + 1) : files;
const write = (line) => appendFileSync(process.env.TEST_RESULTS, JSON.stringify(line) + '\\n');
write({ listed: paths });
for (const path of paths) {
  const name = path.split('/').at(-1);
  write({ begun: path, pid: process.pid, atMs: Date.now() });
  if (failing === 'silent' && name === 'b') return setTimeout(() => process.exit(1), 60_000);
  const failed = ['works', 'wavers'].filter((title) => failing.includes(name + ' ' + title));
  const messages = failed.map((title) => ({ title, message: 'Error: as told' }));
  write({ ended: path, project: 'real', seconds: 2, passed: 2 - failed.length, failed: messages });
}
process.exit(failing.length > 0 ? 1 : 0);
`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'judgment-step-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs a step whose program behaves as told, in the order of its runs. @param endsAfterMs of the run; never when left out */
function runStep(
  runs: Run[],
  step: object = { hasSecondTry: true },
  names = ['a', 'b'],
  endsAfterMs?: number,
): { row: Row; output: string } {
  const files = names.map((name) => join(folder, name));
  writeFileSync(join(folder, 'runs.json'), JSON.stringify(runs));
  const jest = join(folder, 'jest');
  writeFileSync(jest, `#!${process.execPath}\nconst files = ${JSON.stringify(files)};\n${program}`, { mode: 0o755 });
  const command = [jest, '--selectProjects', 'real', '--maxWorkers=2'];
  const whole = { name: 'jest real', shareS: 5, results: join(folder, 'real.jsonl'), command, ...step };
  const script = `import { runStep } from ${JSON.stringify(pathToFileURL(join(__dirname, 'step.mjs')).href)};
const end = new AbortController();
${endsAfterMs === undefined ? '' : `setTimeout(() => end.abort('its time was over'), ${endsAfterMs}).unref();`}
process.stdout.write(JSON.stringify(await runStep(${JSON.stringify(whole)}, { isLong: false, signal: end.signal })));`;
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

  it('says which stacks each of its runs opened, whatever pieces its words come in', () => {
    const step = { hasSecondTry: true, openings: join(folder, 'openings.jsonl') };
    expect(runStep([['b wavers'], []], step).row.notes).toEqual([
      '1 stacks opened: shared 1 s',
      '1 stacks opened: shared 0 s',
    ]);
    expect(runStep([[]], { hasSecondTry: true }).row.notes).toEqual([]);
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
      failures: [{ title: 'no file ran' }],
      secondTries: [],
    });
  });

  it('is stopped when the run ends, names what passed, what was under way and what was not reached, and is not run again', () => {
    const { row } = runStep(['silent', []], undefined, ['a', 'b', 'c'], 3_000);
    expect(row).toMatchObject({
      ok: false,
      passed: 2,
      failed: 0,
      failures: [{ title: 'was stopped, because its time was over' }],
      files: [{ file: expect.stringMatching(/a$/) as string }],
      cut: {
        underWay: [expect.stringMatching(/b$/) as string],
        notReached: [expect.stringMatching(/c$/) as string],
      },
    });
    expect(given()).toHaveLength(1);
  });

  it('does not try again what fails in many files, nor a step that has no second try', () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    const all = names.map((name) => `${name} wavers`);
    expect(runStep([all], undefined, names).row).toMatchObject({ ok: false, failed: 7, secondTries: [] });
    expect(runStep([['a wavers']], { hasSecondTry: false }).row).toMatchObject({ ok: false, failed: 1 });
    expect(existsSync(join(folder, 'real.again.jsonl'))).toBe(false);
  });
});
