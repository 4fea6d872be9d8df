import type { EngineClient, EngineRate } from '@app/engines';
import type { Ask } from '@app/contracts/engines';
import type { Call } from '@app/bus';
import { FailureWindow } from '../circuit/circuit';
import { EpochTally } from '../epoch/tally';
import { PermitGate } from '../permit/permit-gate';
import { EngineRow } from './engine-row';
import { EngineSetup } from './engine-setup';

/** One engine in this process: what is stored of it, how it is reached, and who may reach it now. */
export interface Engine {
  setup: EngineSetup;
  row: EngineRow;
  /** What this process counted of its epochs since that was stored last. */
  readonly tally: EpochTally;
  /** Epochs whose version answers again after another one, and that are to be asked the canary. */
  readonly returned: Set<string>;
  readonly gate: PermitGate;
  readonly failures: FailureWindow;
  /** The limits in force: the operator's above the configured ones. */
  rate: EngineRate;
  slices: number[];
  /** When they were taken or renewed last, in milliseconds of `performance.now()`. */
  heldAtMs: number;
  clientFor(ask: Ask, call: Call): EngineClient;
}

export function rateOf(setup: EngineSetup, row: EngineRow): EngineRate {
  return { ...setup.entry.rate, ...row.rate_override };
}

/** Milliseconds until an open circuit is probed next; null while it is closed. */
export function circuitWaitMs({ row }: Engine, nowMs: number): number | null {
  if (!row.circuit_open) return null;
  return Math.max(0, (row.circuit_until?.getTime() ?? nowMs) - nowMs);
}
