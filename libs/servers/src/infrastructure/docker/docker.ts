import { execFile } from 'node:child_process';
import { reasonOf, SetupFailure } from '../failure';

/** A first run fetches the image; all else is quick, or the engine hangs. */
const limitMs = (command: string): number => (command === 'run' ? 600_000 : 60_000);

interface Said {
  hasFailed: boolean;
  stdout: string;
  stderr: string;
}

/**
 * Runs Docker's command line.
 * @param env variables for it alone, such as a password that its command line must not show
 * @returns what it printed, without blanks around
 * @throws SetupFailure with its own reason
 */
export async function runDocker(words: readonly string[], env: Record<string, string> = {}): Promise<string> {
  const { hasFailed, stdout, stderr } = await run(words, env);
  if (!hasFailed) return stdout.trim();
  throw new SetupFailure(`"docker ${words[0]}" failed (${reasonOf(stderr)}): mend that and start again.`);
}

/** Asks the container engine itself: an installed client proves nothing. */
export async function hasContainerEngine(): Promise<boolean> {
  const { hasFailed, stdout } = await run(['version', '--format', '{{.Server.Version}}']);
  return !hasFailed && stdout.trim() !== '';
}

/** Whether a container is there and runs. */
export async function isRunning(container: string): Promise<boolean> {
  const { stdout } = await run(['inspect', '--format', '{{.State.Running}}', container]);
  return stdout.trim() === 'true';
}

/** The last lines that a container said, of both kinds. */
export async function readLastLines(container: string): Promise<string> {
  const { stdout, stderr } = await run(['logs', '--tail', '20', container]);
  return `${stdout}\n${stderr}`;
}

function run(words: readonly string[], env: Record<string, string> = {}): Promise<Said> {
  return new Promise((done) => {
    const options = { env: { ...process.env, ...env }, timeout: limitMs(words[0]) };
    execFile('docker', [...words], options, (error, stdout, stderr) =>
      done({ hasFailed: error !== null, stdout, stderr: stderr || (error?.message ?? '') }),
    );
  });
}
