import { systemClock } from './clock';
import { Logger } from './logger';
import { workLines } from './work-lines';

export type WorkEvent = keyof typeof workLines;

type Value = string | number | boolean | null;
type Further<L> = L extends { further: readonly (infer M extends string)[] } ? M : never;

/** The members of a line: values without parts, so that no state or context can be one. */
export type WorkMembers<E extends WorkEvent> = Record<(typeof workLines)[E]['members'][number], Value> &
  Partial<Record<Further<(typeof workLines)[E]>, Value>>;

/** Lets no member through that the event does not have. */
type NoOther<M, K extends PropertyKey> = Partial<Record<Exclude<keyof M, K>, never>>;

/** Why work ended badly, at the level of the fault. */
export interface WorkFault {
  level: 'info' | 'warn' | 'error';
  message: string;
  err?: unknown;
}

/** Whether lines of these events are written, for work that makes many at once. */
export function logsWork(logger: Logger, event: WorkEvent): boolean {
  return logger.isLevelEnabled(workLines[event].level);
}

/**
 * Writes the one line that ends a piece of work, after what it changed is committed.
 * @param members is called only when the line is written
 */
export function logWork<E extends WorkEvent, M extends WorkMembers<E>>(
  logger: Logger,
  event: E,
  members: () => M & NoOther<M, keyof WorkMembers<E>>,
  fault?: WorkFault,
): void {
  const { level, message } = fault ?? workLines[event];
  if (!logger.isLevelEnabled(level)) return;
  const line: object = { event, ...members(), ...(fault?.err !== undefined && { err: fault.err }) };
  logger[level](line, message);
}

/** Whole milliseconds since a moment of the process's clock, which is the database's. */
export function msSince(moment: Date): number {
  return Math.max(0, systemClock.now() - moment.getTime());
}
