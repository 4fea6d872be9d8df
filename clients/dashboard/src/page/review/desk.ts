import type { Schema } from '@app/sdk/client';

export type Item = Schema<'QueueItem'>;

/** What a person says of an item. */
export interface Label {
  item: Item;
  value?: boolean | string | number;
  /** None of the options. */
  escape?: true;
}

/**
 * A person's place in the queue. The newest label is held back until the next one, so that it can be taken back; the
 * others go out one by one, in order.
 */
export interface Desk {
  items: readonly Item[];
  at: number;
  /** Labels that the service does not have yet, oldest first. */
  outbox: readonly Label[];
  sent: number;
  skipped: number;
}

export const emptyDesk: Desk = { items: [], at: 0, outbox: [], sent: 0, skipped: 0 };

export const currentOf = (desk: Desk): Item | undefined => desk.items[desk.at];

/** Adds items of the queue that are not there yet. */
export function filled(desk: Desk, more: readonly Item[]): Desk {
  const known = new Set(desk.items.map(({ answer }) => answer));
  return { ...desk, items: [...desk.items, ...more.filter(({ answer }) => !known.has(answer))] };
}

export function labelled(desk: Desk, said: Pick<Label, 'value' | 'escape'>): Desk {
  const item = currentOf(desk);
  return item ? { ...desk, at: desk.at + 1, outbox: [...desk.outbox, { item, ...said }] } : desk;
}

export function skipped(desk: Desk): Desk {
  return currentOf(desk) ? { ...desk, at: desk.at + 1, skipped: desk.skipped + 1 } : desk;
}

/** Takes the newest label back, while the service does not have it. */
export function undone(desk: Desk): Desk {
  const last = desk.outbox.at(-1);
  if (!last) return desk;
  return { ...desk, at: desk.items.indexOf(last.item), outbox: desk.outbox.slice(0, -1) };
}

/** The label to send next. @param isLeaving at the end the newest goes, too */
export function nextToSend(desk: Desk, isLeaving: boolean): Label | undefined {
  return desk.outbox.length > 1 || isLeaving ? desk.outbox[0] : undefined;
}

export function delivered(desk: Desk, label: Label): Desk {
  return { ...desk, outbox: desk.outbox.filter((each) => each !== label), sent: desk.sent + 1 };
}

/** What a key means for a judgment; null for a key that labels nothing. @param options values, or levels in order */
export function saidBy(
  key: string,
  type: 'bool' | 'choice' | 'score' | (string & {}),
  options: readonly (string | number)[],
): Pick<Label, 'value' | 'escape'> | null {
  if (type === 'bool') return key === 'y' ? { value: true } : key === 'n' ? { value: false } : null;
  if (!/^\d$/.test(key)) return null;
  if (type === 'choice' && key === '0') return { escape: true };
  if (type === 'score') return options.includes(Number(key)) ? { value: Number(key) } : null;
  const value = options[Number(key) - 1];
  return value === undefined ? null : { value };
}
