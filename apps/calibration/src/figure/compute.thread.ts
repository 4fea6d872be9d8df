import { CONFIG, METRICS, ServiceConfig } from '@app/boot';
import { calibrationMetrics } from '@app/metrics';
import { Metrics } from '@app/observability';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { calibrationSettings } from '../app.config';
import { Computed, Task, compute } from './compute';
import { ComparedRow, RowTask } from './compare-row';
import { SegmentFigures } from '@app/statistics';
import { SegmentTask, readSegments } from './segments';
import { Side, SideReads } from './side';
import { TaskQueue } from './task-queue';
import { Kind, ResultOf, TaskOf } from './thread-task';

/** Up to this many labels, counting figures takes less time than starting a thread: some milliseconds. */
const fewLabels = 1_000;
/** Longest time of a task. 100,000 labels of five options take about 10 s. */
const limitMs = 180_000;
const maxHeapMb = 1_024;

/**
 * Computes fits and figures in threads, as many at once as `COMPUTE_THREADS` says, so that the service keeps answering. A
 * thread lives for one task with a bounded heap and a bounded time, so that it leaves nothing behind.
 */
@Injectable()
export class ComputeThread {
  /** Tasks that run at once. */
  readonly slots: number;
  private readonly queue: TaskQueue;
  private readonly seconds;

  constructor(
    @Inject(METRICS) metrics: Metrics,
    @Inject(CONFIG) config: Pick<ServiceConfig<typeof calibrationSettings>, 'computeThreads'>,
  ) {
    this.slots = Math.min(config.computeThreads, availableParallelism());
    this.queue = new TaskQueue(this.slots);
    this.seconds = metrics.histogram(calibrationMetrics.computeDuration);
    metrics.gauge(calibrationMetrics.computeWaiting, (gauge) => {
      const { reports, rows } = this.queue.waiting;
      gauge.set({ queue: 'reports' }, reports);
      gauge.set({ queue: 'rows' }, rows);
    });
  }

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
    return this.runFor('figures', task, owner, untilMs);
  }

  /** Divides the labels of a report, in turn with figures. @throws Problem `unavailable`, as `run` */
  readSegments(task: SegmentTask, owner: string, untilMs: number | null): Promise<SegmentFigures[]> {
    if (task.set.y.length <= fewLabels) return Promise.resolve(readSegments(task));
    return this.runFor('segments', task, owner, untilMs);
  }

  private runFor<K extends Kind>(
    kind: K,
    task: TaskOf<K>,
    owner: string,
    untilMs: number | null,
  ): Promise<ResultOf<K>> {
    return this.queue.run(owner, untilMs, () => {
      const leftMs = untilMs === null ? limitMs : Math.min(limitMs, untilMs - Date.now());
      return this.runInThread(kind, task, leftMs);
    });
  }

  /**
   * Compares a row of a table with the version. Reports and fits go before it.
   * @param table names the table; one of its rows may wait
   * @throws Problem `unavailable` when a row of the table waits already, or the task takes too long or too much memory
   */
  compareRow(task: RowTask, table: string): Promise<ComparedRow> {
    return this.queue.runRow(table, () => this.runInThread('row', task, limitMs));
  }

  /** Reads a sample as the version does, for a quote of its table. In turn with the rows of tables. */
  readSide(side: Side, table: string): Promise<SideReads> {
    return this.queue.runRow(`${table} quote`, () => this.runInThread('side', side, limitMs));
  }

  private runInThread<K extends Kind>(kind: K, task: TaskOf<K>, withinMs: number): Promise<ResultOf<K>> {
    const timed = this.seconds.startTimer({ kind });
    const worker = new Worker(this.file, { resourceLimits: { maxOldGenerationSizeMb: maxHeapMb } });
    return new Promise<ResultOf<K>>((resolve, reject) => {
      const late = setTimeout(() => reject(tooMuch('It took too long to compute.')), withinMs);
      const end = (settle: () => void) => {
        clearTimeout(late);
        settle();
      };
      worker.once('message', (result: ResultOf<K>) => end(() => resolve(result)));
      worker.once('error', (error: Error & { code?: string }) =>
        end(() => reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch('It outgrew its memory.', error) : error)),
      );
      worker.postMessage({ kind, task });
    }).finally(() => {
      timed();
      void worker.terminate();
    });
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
