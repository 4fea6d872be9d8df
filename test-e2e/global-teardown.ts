import { join } from 'node:path';

const openings = join(__dirname, '../.state/e2e/openings.jsonl');
const words = join(__dirname, '../libs/testing/src/jest/results/openings-line.cjs');

/** A keeper ends with its channel; its stack's servers and services with it. The run says how many stacks it opened. */
export default async function globalTeardown(): Promise<void> {
  const keepers = globalThis.e2eKeepers;
  if (!keepers) return;
  const { openingsLine } = (await import(words)) as { openingsLine(path: string): string | undefined };
  process.stdout.write(`${openingsLine(openings) ?? 'no stack opened'}\n`);
  const running = keepers.filter(({ exitCode }) => exitCode === null);
  await Promise.all(
    running.map(async (keeper) => {
      const gone = new Promise((resolve) => keeper.once('exit', resolve));
      keeper.kill('SIGTERM');
      await gone;
    }),
  );
}
