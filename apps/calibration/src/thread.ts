import { parentPort } from 'node:worker_threads';
import { Task, compute } from './figure/compute';

/** The thread that fits are made in: one task, one answer. Nothing of Nest, no connection, no clock. */
parentPort?.once('message', (task: Task) => parentPort?.postMessage(compute(task)));
