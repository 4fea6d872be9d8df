import { Problem } from '@app/problem';
import { Injectable } from '@nestjs/common';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Computed, Task, compute } from './compute';

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
  private last: Promise<unknown> = Promise.resolve();

  /** The thread's bundle lies beside the running one. Specs, which run no bundle, set another path. */
  file = join(__dirname, 'thread.js');

  /** @throws Problem `unavailable` when the task takes longer than three minutes or more than its memory */
  run(task: Task): Promise<Computed> {
    if (!task.fit && task.set.y.length <= fewLabels) return Promise.resolve(compute(task));
    const turn = this.last.then(() => this.inThread(task));
    this.last = turn.catch(() => undefined);
    return turn;
  }

  private inThread(task: Task): Promise<Computed> {
    const worker = new Worker(this.file, { resourceLimits: { maxOldGenerationSizeMb: maxHeapMb } });
    return new Promise<Computed>((resolve, reject) => {
      const late = setTimeout(() => reject(tooMuch('The fit took longer than three minutes.')), limitMs);
      const end = (settle: () => void) => {
        clearTimeout(late);
        settle();
      };
      worker.once('message', (computed: Computed) => end(() => resolve(computed)));
      worker.once('error', (error: Error & { code?: string }) =>
        end(() =>
          reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch('The fit outgrew its memory.', error) : error),
        ),
      );
      worker.postMessage(task);
    }).finally(() => void worker.terminate());
  }
}

function tooMuch(sentence: string, cause?: Error): Problem {
  return new Problem(
    'unavailable',
    `${sentence} The run is tried again; narrow \`outcomes\` to make it smaller.`,
    {},
    { cause },
  );
}
