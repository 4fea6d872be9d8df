/**
 * The one end of a run: its minutes are over, or somebody stops it. What runs then is ended, what has not begun is left
 * out, and the run still prints its summary.
 * @param minutes from now
 * @returns a signal; its `reason` is a clause that goes after "because"
 */
export function openDeadline(minutes) {
  const end = new AbortController();
  // The timer must not keep a run alive that has nothing left to do.
  setTimeout(() => end.abort(`the run's ${minutes} minutes were over`), minutes * 60_000).unref();
  // Once: a second Ctrl-C ends this process at once.
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(name, () => end.abort(`${name} stopped the run`));
  return end.signal;
}
