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
export interface Review {
  items: readonly Item[];
  at: number;
  /** Labels that the service does not have yet, oldest first. */
  outbox: readonly Label[];
  sent: number;
  skipped: number;
}

export const emptyReview: Review = { items: [], at: 0, outbox: [], sent: 0, skipped: 0 };

export const currentOf = (review: Review): Item | undefined => review.items[review.at];

/** Adds items of the queue that are not there yet. */
export function filled(review: Review, more: readonly Item[]): Review {
  const known = new Set(review.items.map(({ answer }) => answer));
  return { ...review, items: [...review.items, ...more.filter(({ answer }) => !known.has(answer))] };
}

export function labelled(review: Review, said: Pick<Label, 'value' | 'escape'>): Review {
  const item = currentOf(review);
  return item ? { ...review, at: review.at + 1, outbox: [...review.outbox, { item, ...said }] } : review;
}

export function skipped(review: Review): Review {
  return currentOf(review) ? { ...review, at: review.at + 1, skipped: review.skipped + 1 } : review;
}

/** Takes the newest label back, while the service does not have it. */
export function undone(review: Review): Review {
  const last = review.outbox.at(-1);
  if (!last) return review;
  return { ...review, at: review.items.indexOf(last.item), outbox: review.outbox.slice(0, -1) };
}

/** The label to send next. @param isLeaving at the end the newest goes, too */
export function nextToSend(review: Review, isLeaving: boolean): Label | undefined {
  return review.outbox.length > 1 || isLeaving ? review.outbox[0] : undefined;
}

export function delivered(review: Review, label: Label): Review {
  return { ...review, outbox: review.outbox.filter((each) => each !== label), sent: review.sent + 1 };
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
