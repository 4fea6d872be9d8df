export { difference } from './difference';
export type { Tolerance } from './difference';
export { statisticsFamilies } from './families';
