/**
 * Names of behaviour epochs: `current+<UTC day of opening>.<n>`, n counted from 1 that day
 * (docs/contract.md#12-engines).
 */
export interface EpochName {
  /** UTC day, `YYYY-MM-DD`. */
  day: string;
  n: number;
}

export function epochLabel({ day, n }: EpochName): string {
  return `current+${day}.${n}`;
}

/**
 * The epoch that opens now.
 * @param last the newest epoch of the engine, whichever day it was opened
 */
export function nextEpoch(last: EpochName | null, nowMs: number): EpochName {
  const day = new Date(nowMs).toISOString().slice(0, 10);
  // A clock that stepped back must not give a name twice.
  if (last !== null && last.day >= day) return { day: last.day, n: last.n + 1 };
  return { day, n: 1 };
}

/** What a replica remembers of the epoch in force and the one before it. */
export interface EpochMemory {
  label: string;
  reportedModel: string | null;
  openedAtMs: number;
  before: { label: string; reportedModel: string | null; leftAtMs: number } | null;
}

/** While a provider rolls a model out, both answer: for this long the one just left keeps its epoch. */
export const overlapMs = 2_000;

/**
 * The epoch of an answer, or what must happen first: `learn` that this model answers in the new epoch, or `open` another.
 * @param startedAtMs when the engine was asked: who was asked before the change answers for the epoch before it
 */
export function epochOf(
  memory: EpochMemory,
  reportedModel: string,
  startedAtMs: number,
  nowMs: number,
): { label: string } | 'learn' | 'open' {
  if (memory.reportedModel === null) return 'learn';
  if (memory.reportedModel === reportedModel) return { label: memory.label };
  const { before } = memory;
  const isLate = startedAtMs < memory.openedAtMs || (before !== null && nowMs - before.leftAtMs < overlapMs);
  if (before !== null && before.reportedModel === reportedModel && isLate) return { label: before.label };
  return 'open';
}
