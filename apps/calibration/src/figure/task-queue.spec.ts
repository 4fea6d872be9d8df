import { TaskQueue, maxWaiting, maxWaitingOfOwner } from './task-queue';

/** A task that ends when the spec says so. */
function taskOf(queue: TaskQueue, owner: string, log: string[], untilMs: number | null = null) {
  let end: () => void = () => undefined;
  const done = queue.run(owner, untilMs, () => {
    log.push(owner);
    return new Promise<void>((resolve) => (end = resolve));
  });
  return { done, end: () => end() };
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
    const queue = new TaskQueue(() => nowMs);
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
});
