export { blocksIn, blocksOf, checkedPages, inlineCommandsOf } from './block';
export type { Block } from './block';
export { calledPrograms } from './recorded-commands';
export type { CalledProgram } from './recorded-commands';
