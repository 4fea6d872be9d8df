export { bar } from './bar';
export { ProgressLine, type Place } from './progress-line';
