import { BrowserContext, Page } from 'playwright-core';

interface Observed {
  longTasks: number[];
  PerformanceObserver: new (heard: (list: { getEntries(): { duration: number }[] }) => void) => {
    observe(options: { type: 'longtask'; buffered: true }): void;
  };
}

/** Has every page of a context remember its tasks of 50 ms and more. */
export async function rememberLongTasks(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const observed = globalThis as unknown as Observed;
    observed.longTasks = [];
    new observed.PerformanceObserver((list) => {
      observed.longTasks.push(...list.getEntries().map(({ duration }) => duration));
    }).observe({ type: 'longtask', buffered: true });
  });
}

/** Forgets what was remembered, so that what follows is counted alone. */
export async function forgetLongTasks(page: Page): Promise<void> {
  await page.evaluate(() => ((globalThis as unknown as Observed).longTasks = []));
}

/** Milliseconds of the longest task since then; 0 when none took 50. */
export async function longestTask(page: Page): Promise<number> {
  return await page.evaluate(() => Math.max(0, ...(globalThis as unknown as Observed).longTasks));
}
