import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { root } from '../build/setup.mjs';

/** What a stopped program has to end its own children, before all of them are killed. */
const graceMs = 20_000;
/** What a left-over child that still holds the output of an ended program may cost. */
const drainMs = 5_000;
const ticksPerSecond = 100;

/**
 * Runs a program to its end, or until the signal. It is the head of a process group, which is ended as a whole.
 * @param {string[]} words the program and its words
 * @param {{ env: object, signal: AbortSignal }} given
 * @returns {Promise<{ code: number, output: string, cpuS?: number, isStopped: boolean }>} all that it said on both outputs;
 * processor seconds of it and of every child that it waited for, where the system tells (Linux)
 */
export function runProgram([program, ...words], { env, signal }) {
  return new Promise((done) => {
    if (running === 0) counted = cpuOfChildren();
    running += 1;
    const child = spawn(program, words, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (chunk) => (output += chunk));
    const end = (code) => {
      running -= 1;
      signal.removeEventListener('abort', stop);
      clearTimeout(last);
      done({ code, output, cpuS, isStopped: signal.aborted });
    };
    let last;
    let cpuS;
    const stop = () => {
      killGroup(child.pid, 'SIGTERM');
      last = setTimeout(() => killGroup(child.pid, 'SIGKILL'), graceMs);
    };
    signal.addEventListener('abort', stop, { once: true });
    child.once('error', (error) => {
      output += error.message;
      end(127);
    });
    child.once('exit', (code) => {
      cpuS = cpuSinceLastExit();
      killGroup(child.pid, 'SIGKILL');
      const drained = setTimeout(() => end(code ?? 1), drainMs);
      child.once('close', () => {
        clearTimeout(drained);
        end(code ?? 1);
      });
    });
  });
}

/** @param {NodeJS.Signals} signal for what is left of a group; none may be left */
function killGroup(pid, signal) {
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

let running = 0;
/** Processor seconds of programs that have ended, at the end of the last one. */
let counted = 0;

/** Of a program that has just ended; of two that end at once the first gets both. */
function cpuSinceLastExit() {
  const total = cpuOfChildren();
  if (total === undefined) return undefined;
  const own = total - counted;
  counted = total;
  return own;
}

/** The system adds the time of a child, with all that it waited for, to its parent's when the parent waits for it. */
function cpuOfChildren() {
  if (process.platform !== 'linux') return undefined;
  const stat = readFileSync('/proc/self/stat', 'utf8');
  // Behind the name of the program, which may hold spaces: state is field 3, cutime and cstime are 16 and 17.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) / ticksPerSecond;
}
