import type { Database, JobRow, Jobs } from '@app/persistence';
import type { JudgmentService } from '../judgment/catalog/judgment.service';
import type { BackfillCursor } from './backfill';
import type { BackfillPages } from './backfill-pages';
import { BackfillWalk } from './backfill-walk';
import type { BackfillStore } from './backfill.store';

type JobStep = Parameters<Jobs['advanceAndRelease']>[1];

const names = ['shops/a', 'shops/b'];

/** A walk over two namespaces with one page each. @returns one step: where it stands, and after how long it may go on */
function walkOf(waiting: number) {
  let job = { namespace: 'shops/*', request: {}, cursor: null, total: '0' } as unknown as JobRow;
  let afterS: number | undefined;
  const jobs = {
    advanceAndRelease: async (_: JobRow, step: JobStep, seconds: number) => {
      job = { ...job, cursor: step.cursor as object };
      afterS = seconds;
    },
  } as unknown as Jobs;
  const store = {
    tally: async () => ({ waiting, isStopped: false }),
    releaseAll: async () => undefined,
  } as unknown as BackfillStore;
  const pages = {
    isPaused: async () => false,
    findNamespaceAfter: async (_: unknown, after: string | null) => names.find((name) => name > (after ?? '')) ?? null,
    queueNext: async () => ({ count: 3, next: null }),
  } as unknown as BackfillPages;
  const walk = new BackfillWalk(jobs, store, pages, {} as JudgmentService, {} as Database);
  return async (): Promise<[namespace: string | null, queued: number, afterS?: number]> => {
    await walk.step(job);
    const { namespace, queued } = job.cursor as BackfillCursor;
    return [namespace, queued, afterS];
  };
}

describe('the walk of a backfill', () => {
  it('goes on at once when it has moved, also between the namespaces of a prefix [JDG-33]', async () => {
    const step = walkOf(0);
    const steps = [await step(), await step(), await step(), await step(), await step()];
    expect(steps).toEqual([
      ['shops/a', 0, 0],
      [null, 3, 0],
      ['shops/b', 3, 0],
      [null, 6, 0],
      [null, 6, 0],
    ]);
  });

  it('looks again later while enough of what it queued waits [JDG-33]', async () => {
    const step = walkOf(250);
    expect(await step()).toEqual(['shops/a', 0, 0]);
    expect(await step()).toEqual(['shops/a', 0, 0.5]);
  });
});
