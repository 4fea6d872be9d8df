/** A line above the page that says what happened. */
export interface Notice {
  message: string;
  /** It stays until it is closed. */
  isLoss?: boolean;
}

/** What was said before anything showed it. */
const waiting: Notice[] = [];
let show: ((notice: Notice) => void) | undefined;

/** Says it now, or as soon as the part that shows notices has come. */
export function notify(notice: Notice): void {
  if (show) show(notice);
  else waiting.push(notice);
}

/** Takes the notices from now on, first those that wait. @returns ends it */
export function showNotices(by: (notice: Notice) => void): () => void {
  show = by;
  waiting.splice(0).forEach(by);
  return () => {
    show = undefined;
  };
}
