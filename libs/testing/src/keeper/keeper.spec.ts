import { StackOptions } from '../stack/stack-options';
import { Keeper, Kept } from './keeper';

/** What became of the stacks, in order, each by its name and number. */
let history: string[] = [];
/** Names of stacks of which a process has ended. */
let broken: string[] = [];
let opened = 0;

async function boot({ name }: StackOptions): Promise<Kept> {
  if (name === 'impossible') throw new Error('documents-0 was not ready in time');
  const stack = `${name} ${++opened}`;
  history.push(`open ${stack}`);
  const parts: Partial<Kept> = {
    at: { adminUrl: stack } as Kept['at'],
    reached: () => 3,
    settle: async () => void history.push(`settle ${stack}`),
    close: async () => void history.push(`close ${stack}`),
  };
  return Object.defineProperty(parts, 'isWhole', { get: () => !broken.includes(stack) }) as Kept;
}

let keeper: Keeper;
const open = async (name: string, more: object = {}): Promise<string> =>
  (await keeper.open({ name, ...more })).adminUrl;

beforeEach(() => {
  [history, broken, opened] = [[], [], 0];
  keeper = new Keeper('1', boot);
  keeper.url = 'http://127.0.0.1:1';
});

it('gives the files of one configuration the same stack, and settles it between them', async () => {
  expect(await open('shared')).toBe('shared 1');
  expect(await open('shared')).toBe('shared 1');
  expect(history).toEqual(['open shared 1', 'settle shared 1']);
});

it('never keeps two: another configuration takes the place of the one before', async () => {
  await open('shared');
  await open('replicas', { replicas: 2 });
  await open('replicas', { replicas: 3 });
  await keeper.close();
  expect(history).toEqual([
    ...['open shared 1', 'close shared 1'],
    ...['open replicas 2', 'close replicas 2'],
    ...['open replicas 3', 'close replicas 3'],
  ]);
});

it('opens a new one in the place of one that a test left broken', async () => {
  await open('shared');
  broken.push('shared 1');
  expect(await open('shared')).toBe('shared 2');
  expect(history).toEqual(['open shared 1', 'close shared 1', 'open shared 2']);
});

it('lets an opening wait for the one before, whose file gave up', async () => {
  const [first, second] = await Promise.all([open('shared'), open('kills')]);
  expect([first, second]).toEqual(['shared 1', 'kills 2']);
  expect(history).toEqual(['open shared 1', 'close shared 1', 'open kills 2']);
});

it('says why a stack did not open, and opens the next', async () => {
  await expect(open('impossible')).rejects.toThrow('documents-0 was not ready in time');
  await expect(keeper.reached('any')).rejects.toThrow('This keeper has no stack open.');
  expect(await open('shared')).toBe('shared 1');
  expect(await keeper.reached('any')).toBe(3);
});
