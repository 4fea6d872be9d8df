export { Batcher } from './batcher';
export type { BatcherOptions } from './batcher';
export { Batchers } from './batchers';
export type { Timers } from './timers';
