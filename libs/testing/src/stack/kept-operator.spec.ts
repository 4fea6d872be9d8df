import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KeptOperator } from './kept-operator';

/** Says which process it is; `hang` is never answered, `die` ends the process. */
const program = `
process.on('message', (commands) => {
  if (commands[0][0] === 'hang') return;
  if (commands[0][0] === 'die') {
    process.stderr.write('no database');
    process.exit(3);
  }
  process.send(commands.map(([word]) => ({ code: 0, stdout: word + ' by ' + process.pid })));
});
process.once('disconnect', () => process.exit(0));`;

let folder: string;
let operator: KeptOperator;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'operator-'));
  writeFileSync(join(folder, 'bundle.js'), program);
  operator = new KeptOperator(join(folder, 'bundle.js'), {}, join(folder, 'operator.log'));
});
afterEach(async () => {
  await operator.close();
  rmSync(folder, { recursive: true });
});

const says = async (...words: string[]): Promise<string[]> =>
  (await operator.run(words.map((word) => [word]))).map(({ stdout }) => stdout);
const processOf = async (): Promise<string | undefined> => (await says('which'))[0].split(' ').at(-1);

it('one process runs the commands of every file, in the order in which they are asked', async () => {
  const first = await processOf();
  expect(await Promise.all([says('one', 'two'), says('three')])).toEqual([
    [`one by ${first}`, `two by ${first}`],
    [`three by ${first}`],
  ]);
});

it('says why its process ended, and begins another one for the next commands', async () => {
  const first = await processOf();
  await expect(says('die')).rejects.toThrow("The operator's process ended with 3: no database");
  expect(await processOf()).not.toBe(first);
});

it('ends commands that a file left under way, and a process that is idle goes on', async () => {
  const first = await processOf();
  await operator.settle();
  expect(await processOf()).toBe(first);
  const given = says('hang');
  const refused = expect(given).rejects.toThrow("The operator's process ended with SIGKILL");
  await operator.settle();
  await refused;
  expect(await processOf()).not.toBe(first);
});
