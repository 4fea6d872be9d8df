import { TaskQueue, maxWaiting, maxWaitingOfOwner, mostBeforeRow } from './task-queue';

/** A task that ends when the spec says so. */
function taskOf(queue: TaskQueue, owner: string, log: string[], untilMs: number | null = null) {
  const { work, end } = endedBySpec(owner, log);
  return { done: queue.run(owner, untilMs, work), end };
}
/** The same of a row of a table. */
function rowOf(queue: TaskQueue, table: string, log: string[]) {
  const { work, end } = endedBySpec(table, log);
  return { done: queue.runRow(table, work), end };
}
function endedBySpec(name: string, log: string[]) {
  let end: () => void = () => undefined;
  const work = () => {
    log.push(name);
    return new Promise<void>((resolve) => (end = resolve));
  };
  return { work, end: () => end() };
}
/** Ends one task after the other, until all that waited have run. */
async function endAll(tasks: { done: Promise<void>; end: () => void }[]) {
  for (const _ of tasks) {
    await settled();
    tasks.forEach(({ end }) => end());
  }
  await Promise.all(tasks.map(({ done }) => done));
}
const settled = () => new Promise(setImmediate);
const unavailable = expect.objectContaining({ code: 'unavailable', retryAfterS: 5 });

describe('the queue of tasks', () => {
  it('lets organizations take turns, one task at a time [defect S-M9]', async () => {
    const queue = new TaskQueue();
    const log: string[] = [];
    const tasks = ['a', 'a', 'a', 'b', 'c'].map((owner) => taskOf(queue, owner, log));
    for (let turn = 0; turn < tasks.length; turn += 1) {
      await settled();
      expect(log).toHaveLength(turn + 1);
      tasks.forEach(({ end }) => end());
    }
    await Promise.all(tasks.map(({ done }) => done));
    expect(log).toEqual(['a', 'a', 'b', 'c', 'a']);
  });

  it('runs as many at once as it has slots, and gives a slot that is free to the next', async () => {
    const queue = new TaskQueue(2);
    const log: string[] = [];
    const tasks = ['a', 'b', 'c', 'd', 'e'].map((owner) => taskOf(queue, owner, log));
    for (const running of [2, 4, 5]) {
      await settled();
      expect(log).toHaveLength(running);
      tasks.forEach(({ end }) => end());
    }
    await Promise.all(tasks.map(({ done }) => done));
    const later = taskOf(queue, 'f', log);
    await settled();
    expect(log).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    later.end();
    await later.done;
  });

  it('refuses more than some waiting tasks of one organization and of all, and goes on after a failure [defect S-M9]', async () => {
    const queue = new TaskQueue();
    const log: string[] = [];
    const failing = queue.run('a', null, () => settled().then(() => Promise.reject(new Error('broken'))));
    const waiting = Array.from({ length: maxWaitingOfOwner }, () => taskOf(queue, 'a', log));
    await expect(taskOf(queue, 'a', log).done).rejects.toEqual(unavailable);
    const others = Array.from({ length: maxWaiting - maxWaitingOfOwner }, (_, i) => taskOf(queue, `o${i}`, log));
    await expect(taskOf(queue, 'z', log).done).rejects.toEqual(unavailable);
    await expect(failing).rejects.toThrow('broken');
    const all = [...waiting, ...others];
    for (const _ of all) {
      await settled();
      all.forEach(({ end }) => end());
    }
    await Promise.all(all.map(({ done }) => done));
    expect(log).toHaveLength(maxWaiting);
  });

  it('never starts a task whose caller has stopped waiting [defect S-M9]', async () => {
    let nowMs = 1_000;
    const queue = new TaskQueue(1, () => nowMs);
    const log: string[] = [];
    const first = taskOf(queue, 'a', log);
    const late = taskOf(queue, 'b', log, 2_000);
    const job = taskOf(queue, 'c', log);
    nowMs = 2_000;
    await settled();
    first.end();
    await expect(late.done).rejects.toEqual(unavailable);
    await settled();
    job.end();
    await job.done;
    expect(log).toEqual(['a', 'c']);
  });

  it('runs a row of a table after the reports that wait, so that a report waits for one row at most', async () => {
    const queue = new TaskQueue();
    const log: string[] = [];
    const rows = [rowOf(queue, 'table', log), rowOf(queue, 'table', log), rowOf(queue, 'other', log)];
    const reports = ['a', 'b'].map((owner) => taskOf(queue, owner, log));
    await endAll([...rows, ...reports]);
    expect(log).toEqual(['table', 'a', 'b', 'table', 'other']);
  });

  it('lets one row of a table wait, and refuses another', async () => {
    const queue = new TaskQueue();
    const log: string[] = [];
    const rows = [rowOf(queue, 'table', log), rowOf(queue, 'table', log)];
    await expect(rowOf(queue, 'table', log).done).rejects.toEqual(unavailable);
    await endAll([...rows, rowOf(queue, 'other', log)]);
    expect(log).toEqual(['table', 'table', 'other']);
  });

  it('scores a row of a busy service after some reports', async () => {
    const queue = new TaskQueue();
    const log: string[] = [];
    const reports = Array.from({ length: 2 * mostBeforeRow + 2 }, (_, i) => taskOf(queue, `o${i}`, log));
    const rows = [rowOf(queue, 'table', log), rowOf(queue, 'other', log)];
    await endAll([...reports, ...rows]);
    // The first report runs before any row waits.
    expect([log.indexOf('table'), log.indexOf('other')]).toEqual([mostBeforeRow + 1, 2 * mostBeforeRow + 2]);
  });
});
