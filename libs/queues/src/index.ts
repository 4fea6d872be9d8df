export { Batcher } from './batcher';
export type { BatcherOptions } from './batcher';
export { Batchers } from './batchers';
export type { Timers } from './timers';
export { FairQueue } from './fair-queue';
export type { FairQueueBounds } from './fair-queue';
