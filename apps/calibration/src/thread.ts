import { parentPort } from 'node:worker_threads';
import { Task, compute } from './figure/compute';

/** The bundle of the thread that computes fits: one task, one result. It has no Nest, no connection and no clock. */
parentPort?.once('message', (task: Task) => parentPort?.postMessage(compute(task)));
