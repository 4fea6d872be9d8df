import { madeAtMs } from '@app/persistence';
import { boundsOf, monthOf } from '../month/month';

/** The table that holds charges from before there were months. It also takes asks whose id has no time, and lies before all months. */
export const ledgerTable = 'ledger';

/** Asks whose charges lie together: those with ids from `from` on and before `to`, in the order of bytes. */
export interface Partition {
  /** Name of its table. */
  name: string;
  from: string;
  to: string;
}

/** Where the charge of an ask belongs: its partition is there, is to be made, or was dropped; or the id has no time, and so no month. */
export type PartitionState = 'there' | 'missing' | 'gone' | 'no_time';

const monthsAhead = 2;
/** No ask is made after 2099: an id that says so is a hash that looks like a UUIDv7, as one of 64 does. */
const lastMs = Date.UTC(2100, 0, 1);

/** The partition of the asks that are made in a month. @param month `YYYY-MM`, UTC */
export function partitionOf(month: string): Partition {
  const { fromMs, toMs } = boundsOf(month);
  return { name: `charge_${month.replace('-', '_')}`, from: firstAskOf(fromMs), to: firstAskOf(toMs) };
}

/** The month in which an ask was made. @throws Error when its id has no time */
export function monthOfAsk(askId: string): string {
  const at = timeOf(askId);
  if (at === null) throw new Error(`the id of the ask ${askId} has no time`);
  return monthOf(at);
}

function timeOf(askId: string): number | null {
  const at = madeAtMs(askId);
  return at === null || at >= lastMs ? null : at;
}

/** This month and those for which partitions are made before they begin. */
export function monthsToMake(nowMs: number): string[] {
  const months = [monthOf(nowMs)];
  while (months.length <= monthsAhead) months.push(monthOf(boundsOf(months[months.length - 1]).toMs));
  return months;
}

/** Charges are dropped from the oldest on, so an ask below all partitions had one that is gone. */
export function partitionStateOf(askId: string, partitions: readonly Partition[]): PartitionState {
  if (timeOf(askId) !== null) return among(partitions, askId);
  return partitions.some(({ name }) => name === ledgerTable) ? 'there' : 'no_time';
}

/** Whether the charge of an ask that has a place lies in `ledger`, and not in a month. */
export function isInLedger(askId: string, partitions: readonly Partition[]): boolean {
  const ledger = partitions.find(({ name }) => name === ledgerTable);
  return ledger !== undefined && (timeOf(askId) === null || askId < ledger.to);
}

/** The months that must be made for them to take asks: no partition has theirs, and they do not lie below all that are kept. */
export function lackingOf(months: readonly string[], partitions: readonly Partition[]): Partition[] {
  return months.map(partitionOf).filter(({ from }) => among(partitions, from) === 'missing');
}

function among(partitions: readonly Partition[], id: string): Exclude<PartitionState, 'no_time'> {
  if (partitions.some(({ from, to }) => from <= id && id < to)) return 'there';
  return partitions.length === 0 || partitions.some(({ from }) => from <= id) ? 'missing' : 'gone';
}

/** The first partition, when its last ask was made more than so many months ago; null when none is as old. */
export function expiredOf(partitions: readonly Partition[], nowMs: number, months: number): Partition | null {
  const [oldest] = [...partitions].sort((one, other) => (one.from < other.from ? -1 : 1));
  if (oldest === undefined) return null;
  const end = new Date(parseInt(oldest.to.slice('ask_'.length), 16));
  return end.setUTCMonth(end.getUTCMonth() + months) <= nowMs ? oldest : null;
}

/** Not above any id of an ask that is made from this millisecond on, and above all earlier ones. */
function firstAskOf(ms: number): string {
  return `ask_${ms.toString(16).padStart(12, '0')}`;
}
