import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openLimitMs, sharedStack } from '@app/testing/stack';
import type { StackClient } from '@app/testing/stack';
import { Scenario } from './scenario/scenario';

const client = join(__dirname, '../clients/python');
const run = promisify(execFile);
/** The environment may have to be made, and a program of Python takes seconds to begin. */
const limitMs = 600_000;
let stack: StackClient;
let python: string;
beforeAll(async () => {
  stack = await sharedStack();
  const made = await run(process.execPath, [join(client, 'environment.mjs')]);
  python = made.stdout.trim();
}, openLimitMs + limitMs);
afterAll(() => stack?.leave());

const environmentOf = (name: string): NodeJS.ProcessEnv => ({
  ...process.env,
  PYTHONDONTWRITEBYTECODE: '1',
  PYTHONPATH: join(client, 'src'),
  JUDGMENT_BASE_URL: stack.baseUrls[0],
  JUDGMENT_API_KEY: stack.keys.rw,
  NAMESPACE: new Scenario(stack, name).namespace,
});

it(
  'the Python client does what the scenario of the TypeScript client does [SDK-04] [SDK-05] [SDK-07] [IDEM-01]',
  async () => {
    const words = ['-m', 'pytest', '-q', '-p', 'no:cacheprovider', 'tests/scenario.py'];
    const told = await run(python, words, { cwd: client, env: environmentOf('python/road') }).catch(
      (error: { stdout: string; stderr: string }) => error,
    );
    expect(`${told.stdout}${told.stderr}`).toMatch(/^\.+ +\[100%\]\n\d+ passed in /);
  },
  limitMs,
);

/** Scores are those of the engine that answers. */
const withoutScores = (text: string): string => text.replace(/\b0\.\d\d\n/g, 'a score\n');

it(
  "the program in the Python client's README prints what the README says [SDK-08]",
  async () => {
    const readme = readFileSync(join(client, 'README.md'), 'utf8');
    const [, program = '', output = 'none'] = /```python\n([\s\S]*?)```\s*```\n([\s\S]*?)```/.exec(readme) ?? [];
    const { stdout } = await run(python, ['-c', program], { cwd: client, env: environmentOf('python/readme') });
    expect(withoutScores(stdout)).toBe(withoutScores(output));
    expect(stdout).toMatch(/(Brier score of \S+ 0\.\d\d\n){2}/);
  },
  limitMs,
);
