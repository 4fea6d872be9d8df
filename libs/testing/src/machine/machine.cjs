const { createHash } = require('node:crypto');

/**
 * Rounds in a processor second on the quick class, for which the shares of the steps are set. A machine of 2,160 rounds takes
 * 139 processor seconds for the lint by ESLint that this project had before; the quick class takes 60 to 80 for it.
 */
const quickRounds = 4300;
/** Slower than this by the quick one's rounds, a machine is of the slow class (its ESLint takes over 200 s). */
const slowFrom = 1.8;
/** On a quiet machine a loop's wall time is at most this many times its processor time. */
const quietUpTo = 1.2;

const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

const document = JSON.stringify(
  Array.from({ length: 200 }, (_, i) => ({ id: `document:${i}`, state: { note: 'n'.repeat(100) }, p: i / 200 })),
);

/** What tests do with a processor: hash, parse, sort. */
function work(round) {
  const rows = JSON.parse(document);
  rows.sort((a, b) => ((a.p * 7919 + round) % 1) - ((b.p * 7919 + round) % 1));
  return createHash('sha256').update(JSON.stringify(rows)).digest('hex');
}

/** Keeps this thread busy for so many processor seconds. @returns what `describeMachine` reads */
function measureMachine(seconds = 2) {
  const [beganMs, beganCpuMs] = [performance.now(), cpuMs()];
  let rounds = 0;
  while (cpuMs() - beganCpuMs < seconds * 1000) work(rounds++);
  return { rounds, cpuS: (cpuMs() - beganCpuMs) / 1000, wallS: (performance.now() - beganMs) / 1000 };
}

/**
 * @param {{ rounds: number, cpuS: number, wallS: number }} measured
 * @returns `slowness`: how many times as long as on the quick class work takes, at least 1; `isQuiet`: whether the machine
 * has its processors for this run
 */
function describeMachine({ rounds, cpuS, wallS }) {
  const rate = rounds / cpuS;
  const slowness = Math.max(1, quickRounds / rate);
  const isQuiet = wallS <= cpuS * quietUpTo;
  const name = slowness < slowFrom ? 'quick' : 'slow';
  const load = isQuiet ? 'quiet' : 'busy';
  const line = `machine: ${name} class, ${load} (${rate.toFixed(0)} rounds a processor second, ${wallS.toFixed(1)} s for ${cpuS.toFixed(1)})`;
  return { slowness, isQuiet, line };
}

module.exports = { describeMachine, measureMachine };
