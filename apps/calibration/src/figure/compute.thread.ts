import { Problem } from '@app/problem';
import { Injectable } from '@nestjs/common';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Computed, Task, compute } from './compute';
import { TaskQueue } from './task-queue';

/** Up to this many labels, counting figures takes less time than starting a thread: some milliseconds. */
const fewLabels = 1_000;
/** Longest time of a task. 100,000 labels of five options take about 10 s. */
const limitMs = 180_000;
const maxHeapMb = 1_024;

/**
 * Computes fits and figures in a thread, one task at a time, so that the service keeps answering. A thread lives for one
 * task with a bounded heap and a bounded time, so that it leaves nothing behind.
 */
@Injectable()
export class ComputeThread {
  private readonly queue = new TaskQueue();

  /** The thread's bundle lies beside the running one. Specs, which run no bundle, set another path. */
  file = join(__dirname, 'thread.js');

  /**
   * @param owner the organization for which it computes; organizations take turns
   * @param untilMs when the caller stops waiting, in milliseconds since 1970, and the task with it; null: never
   * @throws Problem `unavailable` when too many tasks wait, or the task takes longer than its caller waits, than three
   *   minutes or more than its memory
   */
  run(task: Task, owner: string, untilMs: number | null): Promise<Computed> {
    if (!task.fit && task.set.y.length <= fewLabels) return Promise.resolve(compute(task));
    return this.queue.run(owner, untilMs, () => {
      const leftMs = untilMs === null ? limitMs : Math.min(limitMs, untilMs - Date.now());
      return this.inThread(task, leftMs);
    });
  }

  private inThread(task: Task, withinMs: number): Promise<Computed> {
    const worker = new Worker(this.file, { resourceLimits: { maxOldGenerationSizeMb: maxHeapMb } });
    return new Promise<Computed>((resolve, reject) => {
      const late = setTimeout(() => reject(tooMuch('It took too long to compute.')), withinMs);
      const end = (settle: () => void) => {
        clearTimeout(late);
        settle();
      };
      worker.once('message', (computed: Computed) => end(() => resolve(computed)));
      worker.once('error', (error: Error & { code?: string }) =>
        end(() => reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch('It outgrew its memory.', error) : error)),
      );
      worker.postMessage(task);
    }).finally(() => void worker.terminate());
  }
}

function tooMuch(sentence: string, cause?: Error): Problem {
  return new Problem(
    'unavailable',
    `${sentence} Narrow the labels: a run by \`outcomes\`, a report by \`since\` and \`sources\`.`,
    {},
    { cause },
  );
}
