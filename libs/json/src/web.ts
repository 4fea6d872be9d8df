// What pages use as well: nothing of it needs Node.
export { isObject } from './object';
export type { JsonObject } from './object';
export { sameJson } from './same-json';
export { mergePatch, setMember } from './merge-patch';
export { isExactNumber, isRoundedNumber } from './rounded-number';
