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

/** @throws TypeError for a text that is no name of an epoch: a defect */
export function epochName(label: string): EpochName {
  const [, day, n] = /^current\+(\d{4}-\d{2}-\d{2})\.(\d+)$/.exec(label) ?? [];
  if (day === undefined) throw new TypeError(`no epoch is named ${label}`);
  return { day, n: Number(n) };
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
