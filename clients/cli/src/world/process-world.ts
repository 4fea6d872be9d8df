import { once } from 'node:events';
import { homedir } from 'node:os';
import type { Sink, World } from './world';

/** The world of this process. */
export function processWorld(signal: AbortSignal): World {
  return {
    stdin: process.stdin,
    stdout: sinkOf(process.stdout),
    stderr: sinkOf(process.stderr),
    environment: process.env,
    home: homedir(),
    nowMs: () => Date.now(),
    signal,
  };
}

function sinkOf(stream: NodeJS.WriteStream): Sink {
  return {
    isTerminal: stream.isTTY === true,
    columns: stream.columns ?? 80,
    write: async (text) => {
      if (!stream.write(text)) await once(stream, 'drain');
    },
  };
}
