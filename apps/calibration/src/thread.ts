import { parentPort } from 'node:worker_threads';
import { ThreadTask, perform } from './figure/thread-task';

/** The bundle of the thread that computes fits: one task, one result. It has no Nest, no connection and no clock. */
parentPort?.once('message', (task: ThreadTask) => parentPort?.postMessage(perform(task)));
