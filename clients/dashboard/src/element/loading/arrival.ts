/** A page that is left aborts its fetches, and is gone within this time, in milliseconds. */
const goneMs = 1_000;

/** A part of the dashboard that did not come. Browsers remember that: only the page loaded again asks for it anew. */
export class NotArrived extends Error {
  override name = 'NotArrived';
}

/**
 * What `load` fetches of the dashboard itself.
 * @param sleep resolves after so many milliseconds; on a page that was left it never does, so that nobody reads of a failure
 * @throws NotArrived with the reason as its cause
 */
export async function waitUntilArrived<T>(load: () => Promise<T>, sleep = sleepMs): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    await sleep(goneMs);
    const words = 'The connection failed, or a new version was installed. Reload the page.';
    throw new NotArrived(`A part of the dashboard could not be loaded. ${words}`, { cause });
  }
}

function sleepMs(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
