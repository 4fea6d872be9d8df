/** An item is looked at for at least so long before a label counts, in milliseconds: a key that bounces labels one item. */
export const leastShownMs = 100;

/** Which item is on the screen, and since when. */
export interface ShownSince {
  answer: string;
  atMs: number;
}

/** The item on the screen after it was drawn once more. */
export function drawn(before: ShownSince | null, answer: string, nowMs: number): ShownSince {
  return before?.answer === answer ? before : { answer, atMs: nowMs };
}

/** Whether an item was on the screen long enough to be labelled. */
export function isLookedAt(shown: ShownSince | null, answer: string | undefined, nowMs: number): boolean {
  return shown !== null && shown.answer === answer && nowMs - shown.atMs >= leastShownMs;
}
