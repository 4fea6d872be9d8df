import { PassThrough } from 'node:stream';
import { ask } from './ask';
import type { World } from './world';

it('a secret that is typed is not shown, and corrections hold', async () => {
  const modes: unknown[] = [];
  let shown = '';
  const stdin = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode: (isRaw: boolean) => void modes.push(isRaw),
  });
  const stderr = { isTerminal: true, columns: 80, write: (text: string) => Promise.resolve(void (shown += text)) };
  const world = { stdin, stderr, signal: new AbortController().signal } as unknown as World;
  const asked = ask(world, 'API key: ', true);
  for (const key of ['j', 'x', '\u007f', 'k', '\r']) stdin.write(key);
  expect(await asked).toBe('jk');
  expect([modes, shown]).toEqual([[true, false], 'API key: \n']);
  const interrupted = ask(world, 'API key: ', true);
  stdin.write('\u0003');
  await expect(interrupted).rejects.toMatchObject({ name: 'AbortError' });
  expect(modes).toEqual([true, false, true, false]);
});
