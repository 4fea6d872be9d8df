export { type Commands, type Output, commandTree } from './command-tree';
export { EXIT, type ExitCode } from './exit-code';
export { addExamples, addNotes } from './examples';
export { type Help, helpOf } from './help';
export { type OrderReader, UnreadableCommand, mapped, readOrder } from './read-order';
export { choice, filled, matching } from './value';
