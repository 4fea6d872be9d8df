/** Rests of this length or longer end together with those of other loops; milliseconds. */
const shortestBeatMs = 250;

interface Beat {
  timer: NodeJS.Timeout;
  calls: Set<() => void>;
}

/** By the moment at which they fall, in milliseconds of `performance.now()`. */
const beats = new Map<number, Beat>();

/**
 * Calls after a rest. Long rests end at multiples of their own length since the process began, so that loops that rest
 * alike turn at the same moment: the process wakes once for all of them, and what they ask the database is one statement.
 * Such a rest lasts between a quarter of its length and that much more than its length.
 * @returns cancels the call
 */
export function afterBeat(ms: number, call: () => void): () => void {
  if (ms < shortestBeatMs) {
    const timer = setTimeout(call, ms);
    return () => clearTimeout(timer);
  }
  const now = performance.now();
  const next = (Math.floor(now / ms) + 1) * ms;
  return join(next - now < ms / 4 ? next + ms : next, call);
}

function join(at: number, call: () => void): () => void {
  const beat = beats.get(at) ?? begin(at);
  beat.calls.add(call);
  return () => {
    beat.calls.delete(call);
    if (beat.calls.size > 0) return;
    clearTimeout(beat.timer);
    if (beats.get(at) === beat) beats.delete(at);
  };
}

function begin(at: number): Beat {
  const end = (): void => {
    beats.delete(at);
    for (const call of [...beat.calls]) call();
  };
  const beat: Beat = { timer: setTimeout(end, at - performance.now()), calls: new Set() };
  beats.set(at, beat);
  return beat;
}
