import { cpus } from 'node:os';
import { measureMachine } from '@app/testing';
import { Machine } from './report-row';

/** Runs the fixed loop for a processor second. @returns its rounds a processor second, and what others used meanwhile */
export function lookAtMachine(): Machine {
  const before = busyS();
  const { rounds, cpuS, wallS } = measureMachine(1);
  const others = Math.max(0, busyS() - before - cpuS) / wallS;
  return { yardstick: Math.round(rounds / cpuS), otherCores: Number(others.toFixed(1)) };
}

/** Seconds that all cores together have worked since the machine started. */
function busyS(): number {
  const busyMs = ({ times }: ReturnType<typeof cpus>[number]): number =>
    times.user + times.nice + times.sys + times.irq;
  return cpus().reduce((sum, core) => sum + busyMs(core), 0) / 1000;
}
