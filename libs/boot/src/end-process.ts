import { spawn } from 'node:child_process';

/** How long Node may take to exit, in seconds. */
const exitLimitS = 5;

/*
 * Kills the process unless it is gone in time. The pipe on which it reads ends with the process, so that it ends with it, and
 * never kills another process that was given the number of this one.
 */
const script = `
exec 3<&0
sleep "$2" &
sleeper=$!
(cat <&3 >/dev/null; kill "$sleeper" 2>/dev/null) &
wait "$sleeper" && kill -KILL "$1"
`;

/**
 * Ends the process once its work has ended: sends what is still to be sent, then exits. Node's own exit may hang, in a handler or
 * while it takes native code down. A thread of the process is stopped by that exit too, and a supervisor may be gone, so a
 * process of its own kills this one when it still lives after five seconds. A container without a shell is ended by its
 * grace period.
 * @param flush sends logs and spans, and ends in bounded time; a failure does not keep the process
 * @param limitS how long Node may take to exit, in seconds
 */
export async function endProcess(code: number, flush: () => Promise<void>, limitS = exitLimitS): Promise<never> {
  await flush().catch(() => undefined);
  const watchdog = spawn('/bin/sh', ['-c', script, 'end-of-process', String(process.pid), String(limitS)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    cwd: '/',
    env: process.env,
  });
  watchdog.on('error', () => undefined);
  return process.exit(code);
}
