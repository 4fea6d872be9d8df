import { formOf, needsProcesses } from '../stack/stack-needs';
import { StackOptions } from '../stack/stack-options';
import { Keeper, Kept } from './keeper';

/** What became of the stacks, in order, each by the file that opened it and its number. */
let history: string[] = [];
/** Stacks of which a process has ended. */
let broken: string[] = [];
/** How far the clock of the stacks stands ahead. */
let aheadMs = 0;
let opened = 0;
/** Files that a stack was opened for, as the log of openings has them. */
let told: string[] = [];

async function boot(options: StackOptions): Promise<Kept> {
  if (options.name === 'impossible') throw new Error('documents-0 was not ready in time');
  const stack = `${options.name} ${++opened}`;
  aheadMs = 0;
  history.push(`open ${stack}`);
  const parts: Partial<Kept> = {
    at: { adminUrl: stack } as Kept['at'],
    reached: () => 3,
    standing: async () =>
      broken.includes(stack) ? undefined : { form: formOf(options), hasProcesses: needsProcesses(options), aheadMs },
    settle: async () => void history.push(`settle ${stack}`),
    configure: async (settings) => void (settings && history.push(`configure ${Object.keys(settings).join()}`)),
    close: async () => void history.push(`close ${stack}`),
  };
  return parts as Kept;
}

let keeper: Keeper;
const open = async (name: string, more: object = {}): Promise<string> =>
  (await keeper.open({ name, ...more })).adminUrl;

beforeEach(() => {
  [history, broken, opened, told] = [[], [], 0, []];
  keeper = new Keeper('1', boot, ({ file }) => told.push(file));
  keeper.url = 'http://127.0.0.1:1';
});

it('gives files that need the same the same stack, whatever they are called, and settles it between them', async () => {
  expect(await open('shared')).toBe('shared 1');
  expect(await open('other')).toBe('shared 1');
  expect(history).toEqual(['open shared 1', 'settle shared 1']);
  expect(told).toEqual(['shared']);
});

it('never keeps two: a stack of another form takes the place of the one before', async () => {
  await open('shared');
  await open('replicas', { replicas: 2 });
  await open('more', { replicas: 3 });
  await keeper.close();
  expect(history).toEqual([
    ...['open shared 1', 'close shared 1'],
    ...['open replicas 2', 'close replicas 2'],
    ...['open more 3', 'close more 3'],
  ]);
  expect(told).toEqual(['shared', 'replicas', 'more']);
});

it('starts services anew for settings, and opens no stack for them', async () => {
  await open('kills', { processes: true });
  await open('mails', { settings: { gateway: { SMTP_URL: 'smtp://127.0.0.1' } } });
  expect(history).toEqual(['open kills 1', 'settle kills 1', 'configure gateway']);
});

it('says how far the clock stood, and gives a stack with a moved clock to no file that leaves the clock alone [GEN-09]', async () => {
  await open('kills', { processes: true, movesClock: true });
  aheadMs = 130_000;
  expect(await keeper.open({ name: 'restore', processes: true, movesClock: true })).toMatchObject({ aheadMs: 130_000 });
  expect(await keeper.open({ name: 'feed', processes: true })).toMatchObject({ aheadMs: 0, adminUrl: 'feed 2' });
});

it('opens a new one in the place of one that a test left broken', async () => {
  await open('shared');
  broken.push('shared 1');
  expect(await open('shared')).toBe('shared 2');
  expect(history).toEqual(['open shared 1', 'close shared 1', 'open shared 2']);
});

it('lets an opening wait for the one before, whose file gave up', async () => {
  const [first, second] = await Promise.all([open('shared'), open('kills', { processes: true })]);
  expect([first, second]).toEqual(['shared 1', 'kills 2']);
  expect(history).toEqual(['open shared 1', 'close shared 1', 'open kills 2']);
});

it('says why a stack did not open, and opens the next', async () => {
  await expect(open('impossible')).rejects.toThrow('documents-0 was not ready in time');
  await expect(keeper.reached('any')).rejects.toThrow('This keeper has no stack open.');
  expect(await open('shared')).toBe('shared 1');
  expect(await keeper.reached('any')).toBe(3);
});
