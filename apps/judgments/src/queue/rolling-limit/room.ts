/** Key of the sum of a namespace's judgments, beside the ids of the judgments. */
export const wholeNamespace = '*';

/** What may be asked now, by judgment id and for `*`. */
export type Room = ReadonlyMap<string, number>;

/** A row of fan-out that wants to be asked. */
export interface Wanting {
  document: string;
  judgmentId: string;
  /** The moment from which it waits. */
  from: Date;
}

/** The rows that have room, those first that wait longest, and those that have none. */
export function shareRoom<T extends Wanting>(rows: readonly T[], room: Room): { granted: T[]; refused: T[] } {
  const left = new Map(room);
  const granted: T[] = [];
  const refused: T[] = [];
  for (const row of [...rows].sort((a, b) => a.from.getTime() - b.from.getTime())) {
    const keys = [row.judgmentId, wholeNamespace];
    const hasRoom = keys.every((key) => (left.get(key) ?? 0) > 0);
    if (hasRoom) for (const key of keys) left.set(key, left.get(key)! - 1);
    (hasRoom ? granted : refused).push(row);
  }
  return { granted, refused };
}
