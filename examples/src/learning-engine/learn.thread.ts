import { chooseHead, packHead, unpackHead, type Choice, type Labelled, type Shape } from '@app/learning';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

/** What the thread is given, and what it gives back: a choice whose heads are bytes. */
export interface LearnTask {
  labels: Labelled[];
  shape: Shape;
  /** How many judgments the training looks at: each is a chance to keep heads that do not help. */
  judgments: number;
}
export type LearnResult = Omit<Choice, 'heads'> & { heads: Uint8Array[] | null };

/** Pure. Takes seconds, with many classes minutes. */
export function learn({ labels, shape, judgments }: LearnTask): LearnResult {
  const choice = chooseHead(labels, shape, judgments);
  return { ...choice, heads: choice.heads?.map(packHead) ?? null };
}

/** 20,000 labels and ten heads of 151 classes, one after another, stay below it. */
const maxHeapMb = 2_048;
/** Longest time of one judgment. */
const limitMs = 30 * 60_000;

/** Learns in a thread of its own, with a bounded heap and time, so that the process goes on answering. */
export function learnInThread(task: LearnTask, file = join(__dirname, 'thread.js')): Promise<Choice> {
  const worker = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: maxHeapMb } });
  return new Promise<LearnResult>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('Learning one judgment took more than 30 minutes.')), limitMs);
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => clearTimeout(late));
    worker.postMessage(task);
  })
    .then((result) => ({ ...result, heads: result.heads?.map(unpackHead) ?? null }) as Choice)
    .finally(() => void worker.terminate());
}
