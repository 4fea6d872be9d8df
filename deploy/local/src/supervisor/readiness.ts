import { SetupFailure } from '@app/servers';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Awaited {
  name: string;
  adminPort: number;
  /** Unwanted ends so far. */
  crashes: () => number;
  logPath: string;
}

/** So often may a process end before its start counts as failed. */
const maxCrashes = 4;

/**
 * Waits until each process says on its admin port that it is ready.
 * @param onProgress names of those still awaited
 * @throws SetupFailure that names the process and its log
 */
export async function waitUntilReady(
  processes: Awaited[],
  timeoutMs: number,
  onProgress: (missing: string[]) => void,
): Promise<void> {
  const until = Date.now() + timeoutMs;
  let missing = processes;
  for (;;) {
    const answers = await Promise.all(missing.map(isReady));
    missing = missing.filter((_, i) => !answers[i]);
    onProgress(missing.map(({ name }) => name));
    if (missing.length === 0) return;
    const broken = missing.find(({ crashes }) => crashes() >= maxCrashes);
    if (broken)
      throw new SetupFailure(
        `${broken.name} ends as soon as it starts: see ${broken.logPath}, mend that and start again.`,
      );
    const [first] = missing;
    if (first && Date.now() > until) {
      throw new SetupFailure(
        `${first.name} was not ready after ${timeoutMs / 1000} s: see ${first.logPath}, mend that and start again.`,
      );
    }
    await sleep(100);
  }
}

async function isReady({ adminPort }: Awaited): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${adminPort}/health/ready`, { signal: AbortSignal.timeout(2_000) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false; // not listening yet
  }
}
