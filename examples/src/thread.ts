import { parentPort } from 'node:worker_threads';
import { learn, type LearnTask } from './learning-engine/learn.thread';

/** The bundle of the thread that learns: one task, one result. It has no connection and no clock. */
parentPort?.once('message', (task: LearnTask) => parentPort?.postMessage(learn(task)));
