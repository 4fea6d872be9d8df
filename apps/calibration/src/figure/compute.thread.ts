import { Problem } from '@app/problem';
import { Injectable } from '@nestjs/common';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Computed, Task, compute } from './compute';

/** Labels up to which a figure costs less than starting a thread: some milliseconds. */
const fewLabels = 1_000;
/** Longest task: 100,000 labels of five options take about 10 s. */
const limitMs = 180_000;
const maxHeapMb = 1_024;

/**
 * Makes fits beside the event loop, one at a time: a service that fits still answers. A thread lives for one task, with a
 * bounded heap and a bounded time, so that nothing it does can stay behind.
 */
@Injectable()
export class FitThread {
  private last: Promise<unknown> = Promise.resolve();

  /** The thread's own bundle, beside the one that runs; specs, which run no bundle, name the house's. */
  file = join(__dirname, 'thread.js');

  /** @throws Problem `unavailable` when it takes longer than three minutes or more than its memory */
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
    `${sentence} It is tried again; narrow \`outcomes\` to make it smaller.`,
    {},
    { cause },
  );
}
