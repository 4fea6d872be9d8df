/**
 * Runs a job for each item with at most `limit` at a time, pulling the next item only when there is room, so that the
 * source is never read further ahead than that. The first failure stops the pulling and is thrown once all have ended.
 */
export async function runEachInFlight<Item>(
  items: AsyncIterable<Item>,
  limit: number,
  job: (item: Item) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>();
  const failures: unknown[] = [];
  for await (const item of items) {
    const one: Promise<void> = job(item)
      .catch((thrown: unknown) => void failures.push(thrown))
      .finally(() => running.delete(one));
    running.add(one);
    if (running.size >= limit) await Promise.race(running);
    if (failures.length > 0) break;
  }
  await Promise.all(running);
  if (failures.length > 0) throw failures[0];
}
