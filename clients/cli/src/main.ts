import { version } from '../package.json';
import { runCli } from './cli';
import { processWorld } from './world/process-world';

const interruption = new AbortController();
// A second Ctrl-C ends the process at once, as it does without a handler.
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.once(name, () => interruption.abort(new DOMException('Interrupted.', 'AbortError')));
}
// A reader such as `head` may close its end early: nothing is left to do then.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

void runCli(process.argv.slice(2), processWorld(interruption.signal), version).then((exitCode) => {
  process.exitCode = exitCode;
  process.stdin.destroy();
});
