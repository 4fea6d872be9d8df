export interface Measured {
  rounds: number;
  cpuS: number;
  wallS: number;
}
export interface Machine {
  slowness: number;
  isQuiet: boolean;
  /** For the output of a run. */
  line: string;
}
export function measureMachine(seconds?: number): Measured;
export function describeMachine(measured: Measured): Machine;
