import type { World } from './world';

const enter = /[\r\n]/;
const longest = 64 * 1024;

/**
 * One line from the user. On a terminal `prompt` is shown; `isSecret` shows none of what is typed. From a pipe the first
 * line is taken.
 */
export async function ask(world: World, prompt: string, isSecret = false): Promise<string> {
  const { stdin, stderr } = world;
  const isRaw = isSecret && stdin.isTTY === true;
  if (stdin.isTTY) await stderr.write(prompt);
  if (isRaw) stdin.setRawMode?.(true);
  try {
    return await readLine(world, isRaw);
  } finally {
    if (isRaw) {
      stdin.setRawMode?.(false);
      await stderr.write('\n');
    }
    stdin.pause();
  }
}

/** Raw input arrives key by key: this function does what the terminal does elsewhere. */
async function readLine({ stdin, signal }: World, isRaw: boolean): Promise<string> {
  let line = '';
  const onAbort = () => stdin.destroy(signal.reason as Error);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    for await (const chunk of stdin.iterator({ destroyOnReturn: false })) {
      for (const key of String(chunk)) {
        if (enter.test(key)) return line;
        if (isRaw && key === '\u0003') throw new DOMException('Interrupted.', 'AbortError');
        line = isRaw && key === '\u007f' ? line.slice(0, -1) : line + key;
        if (line.length > longest) throw new RangeError(`A line has at most ${longest} characters.`);
      }
    }
    return line;
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
