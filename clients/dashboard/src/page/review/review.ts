import type { Schema } from '@app/sdk/client';

export type Item = Schema<'QueueItem'>;

/** What a person says: a value, or that no option fits. */
export interface Said {
  value?: boolean | string | number;
  escape?: true;
}

/** What a person said of an item. */
export interface Label extends Said {
  item: Item;
  /** Idempotency key: a label that is sent again is stored once. */
  key: string;
  /** The engine's answer was shown before. */
  seen?: true;
  /** It left the page once, so that the service may have it, whatever became of the reply. */
  tried?: true;
  /** Why it did not arrive; left out while nothing failed. */
  error?: unknown;
}

/**
 * A person's place in the queue. The newest label is held back until the next one, so that it can be taken back; the
 * others go out one by one, in order. One that fails stays and lets the others pass.
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

/** The items that come next and are fetched ahead. */
export const aheadOf = ({ items, at }: Review, most = 5): readonly Item[] => items.slice(at + 1, at + 1 + most);

/** Adds items of the queue that are not there yet. */
export function filled(review: Review, more: readonly Item[]): Review {
  const known = new Set(review.items.map(({ answer }) => answer));
  return { ...review, items: [...review.items, ...more.filter(({ answer }) => !known.has(answer))] };
}

/** Labels the current item, also one that was labelled before: what waits of it is replaced, what was sent is sent anew. */
export function labelled(review: Review, said: Said & { key: string; seen?: true }): Review {
  const item = currentOf(review);
  if (!item) return review;
  const others = review.outbox.filter((label) => label.item !== item);
  return { ...review, at: review.at + 1, outbox: [...others, { item, ...said }] };
}

export function skipped(review: Review): Review {
  return currentOf(review) ? { ...review, at: review.at + 1, skipped: review.skipped + 1 } : review;
}

/** Back to the item before, whatever was said of it. */
export function wentBack(review: Review): Review {
  return { ...review, at: Math.max(0, review.at - 1) };
}

/**
 * Goes back to the item of the newest label and takes it back. One that left the page stays in the outbox, since the service
 * may have it: what is said of the item next goes out after it and replaces it.
 */
export function undone(review: Review): Review {
  const last = review.outbox.at(-1);
  if (!last) return review;
  return {
    ...review,
    at: review.items.indexOf(last.item),
    outbox: last.tried ? review.outbox : review.outbox.slice(0, -1),
  };
}

/** The label to send next. @param isLeaving at the end the newest goes, too */
export function nextToSend({ outbox }: Review, isLeaving: boolean): Label | undefined {
  const held = isLeaving ? undefined : outbox.at(-1);
  return outbox.find((label) => label !== held && label.error === undefined);
}

/** A label leaves the page. */
export function tried(review: Review, { key }: Label): Review {
  return {
    ...review,
    outbox: review.outbox.map((label): Label => (label.key === key ? { ...label, tried: true } : label)),
  };
}

export function delivered(review: Review, { key }: Label): Review {
  return { ...review, outbox: review.outbox.filter((each) => each.key !== key), sent: review.sent + 1 };
}

/** A label did not arrive: it stays, with the reason. */
export function failed(review: Review, { key }: Label, error: unknown): Review {
  return { ...review, outbox: review.outbox.map((label) => (label.key === key ? { ...label, error } : label)) };
}

/** Labels that failed are to be sent again, those that `may` names. */
export function retried(review: Review, may: (error: unknown) => boolean = () => true): Review {
  const outbox = review.outbox.map(({ error, ...label }) =>
    error !== undefined && !may(error) ? { ...label, error } : label,
  );
  return { ...review, outbox };
}

/** A person gives a label up. */
export function dropped(review: Review, { key }: Label): Review {
  return { ...review, outbox: review.outbox.filter((label) => label.key !== key) };
}

/** What a key means for a judgment; null for a key that labels nothing. @param options values, or levels in order */
export function saidBy(
  key: string,
  type: 'bool' | 'choice' | 'score' | (string & {}),
  options: readonly (string | number)[],
): Said | null {
  if (type === 'bool') return key === 'y' ? { value: true } : key === 'n' ? { value: false } : null;
  if (!/^\d$/.test(key)) return null;
  if (type === 'choice' && key === '0') return { escape: true };
  if (type === 'score') return options.includes(Number(key)) ? { value: Number(key) } : null;
  const value = options[Number(key) - 1];
  return value === undefined ? null : { value };
}

/** What a label says in words. */
export function saidText({ value, escape }: Said): string {
  if (escape) return 'none of these';
  return value === true ? 'yes' : value === false ? 'no' : String(value);
}
