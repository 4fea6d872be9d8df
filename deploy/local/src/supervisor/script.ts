import { spawn } from 'node:child_process';

/** A terminal sends these to this process alone, or a program that gives up on it does; Ctrl-C reaches the child too. */
const passedOn = ['SIGTERM', 'SIGHUP'] as const;

/** Runs a Node script on this terminal's streams, and ends it when this process is asked to end. @returns its exit code */
export function runScript(args: string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--enable-source-maps', ...args], { env, stdio: 'inherit' });
    const passOn = (signal: NodeJS.Signals): void => void child.kill(signal);
    for (const signal of passedOn) process.on(signal, passOn);
    const end = (): void => {
      for (const signal of passedOn) process.off(signal, passOn);
    };
    child.once('error', (error) => {
      end();
      reject(error);
    });
    child.once('exit', (code) => {
      end();
      resolve(code ?? 1);
    });
  });
}
