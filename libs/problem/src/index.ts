export { errorCodes, kindByCode, statusByCode } from './codes';
export type { ErrorCode, Kind } from './codes';
export { reasons } from './reasons';
export type { Reason } from './reasons';
export { Problem, invalid, kindOf, notAvailableYet } from './problem';
export type { Details, ErrorEnvelope, ProblemOptions } from './problem';
