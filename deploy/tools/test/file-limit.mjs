import patience from '../../../libs/testing/src/jest/patience.cjs';
import { root } from '../build/setup.mjs';
import results from './results.cjs';

const minuteMs = 60_000;
/** In minutes. A test and a hook have limits of their own, which hold where they wait; a loop that never waits has none. */
const limits = { short: patience.patient(5), long: patience.patient(45) };
const limitOf = (isLong) => limits[isLong ? 'long' : 'short'] * minuteMs;

/**
 * Ends the worker of each file that runs for longer than a file may, so that Jest counts the file as failed and the others
 * go on.
 * @param path of the file of results
 * @returns what stops it
 */
export function watchFiles(path, isLong, { limitMs = limitOf(isLong), everyMs = 5_000 } = {}) {
  const look = () => {
    const late = results.readResults(path, root)?.underWay.filter(({ atMs }) => Date.now() - atMs > limitMs) ?? [];
    for (const { pid } of late) endWorker(pid);
  };
  const timer = setInterval(look, everyMs);
  return { end: () => clearInterval(timer) };
}

/** A worker that loops hears no other signal. */
function endWorker(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}
