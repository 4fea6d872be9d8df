import { LoadResult } from './load';

/** One way of recording events and of reading them back in order. */
export interface FeedWay {
  /** Commits some events in one transaction. */
  write(ids: string[], round: number): Promise<void>;
  /** The next page of ids behind what was read before. */
  read(): Promise<string[]>;
  /** Resolves when all that was committed waits before the sequencer, which is stopped with `pause` and goes on with `resume`. */
  waits(): Promise<void>;
  pause(): void;
  resume(): void;
}

const writers = 16;
/** Events of one transaction while a backlog is made: a write of many documents. */
const together = 20;
const limitMs = 120_000;

/**
 * 16 writers commit `events`, one a transaction, as fast as they can while one reader follows: events a second from the
 * first write to the last read, and how long each took from its commit to being read.
 * @throws Error when the reader misses or repeats one
 */
export async function loadFeed(way: FeedWay, events: number, newId: () => string, round: number): Promise<LoadResult> {
  const committedAtMs = new Map<string, number>();
  const readAtMs = new Map<string, number>();
  const startedAtMs = performance.now();
  const writing = write(way, { events, together: 1, newId, round }, committedAtMs);
  await Promise.all([writing, follow(way, events, readAtMs)]);
  return resultOf(way, { startedAtMs, committedAtMs, readAtMs });
}

/** The sequencer alone: `events` stand before it when it begins; a second from then to the last read. */
export async function loadBacklog(
  way: FeedWay,
  events: number,
  newId: () => string,
  round: number,
): Promise<LoadResult> {
  const committedAtMs = new Map<string, number>();
  const readAtMs = new Map<string, number>();
  way.pause();
  try {
    await write(way, { events, together, newId, round }, committedAtMs);
    await way.waits();
  } finally {
    way.resume();
  }
  const startedAtMs = performance.now();
  await follow(way, events, readAtMs);
  return resultOf(way, { startedAtMs, committedAtMs, readAtMs });
}

interface Writing {
  events: number;
  together: number;
  newId: () => string;
  round: number;
}

async function write(way: FeedWay, what: Writing, committedAtMs: Map<string, number>): Promise<void> {
  let left = what.events;
  const writer = async (): Promise<void> => {
    while (left > 0) {
      const ids = Array.from({ length: Math.min(what.together, left) }, what.newId);
      left -= ids.length;
      await way.write(ids, what.round);
      const nowMs = performance.now();
      for (const id of ids) committedAtMs.set(id, nowMs);
    }
  };
  await Promise.all(Array.from({ length: writers }, writer));
}

interface Marks {
  startedAtMs: number;
  committedAtMs: Map<string, number>;
  readAtMs: Map<string, number>;
}

async function resultOf(way: FeedWay, { startedAtMs, committedAtMs, readAtMs }: Marks): Promise<LoadResult> {
  const rest = await way.read();
  if (rest.length > 0) throw new Error(`${rest.length} events too many were read`);
  const latencies = [...committedAtMs].map(([id, atMs]) => {
    const readMs = readAtMs.get(id);
    if (readMs === undefined) throw new Error(`${id} was never read`);
    // An event may be read before its writer learns of the commit.
    return Math.max(0, readMs - atMs);
  });
  latencies.sort((a, b) => a - b);
  const at = (share: number): number => latencies[Math.floor(share * (latencies.length - 1))];
  const elapsedS = (lastOf(readAtMs) - startedAtMs) / 1000;
  const requests = committedAtMs.size;
  return { requests, perSecond: requests / elapsedS, p50Ms: at(0.5), p99Ms: at(0.99) };
}

/** Reads until as many as were written have come. */
async function follow(way: FeedWay, events: number, readAtMs: Map<string, number>): Promise<void> {
  const until = performance.now() + limitMs;
  while (readAtMs.size < events) {
    const page = await way.read();
    const nowMs = performance.now();
    if (nowMs > until) throw new Error(`${readAtMs.size} of ${events} events were read`);
    for (const id of page) {
      if (readAtMs.has(id)) throw new Error(`${id} was read twice`);
      readAtMs.set(id, nowMs);
    }
  }
}

function lastOf(readAtMs: Map<string, number>): number {
  return [...readAtMs.values()].reduce((last, atMs) => Math.max(last, atMs), 0);
}
