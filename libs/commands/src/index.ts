export { type Commands, type Output, commandTree } from './command-tree';
export { EXIT, type ExitCode } from './exit-code';
export { type OrderReader, UnreadableCommand, mapped, readOrder } from './read-order';
export { choice, filled, matching } from './value';
