export { checkDocumentWrite } from './document-write';
export { byFilterTypeOf, isByFilterType } from './by-filter';
export type { ByFilterType } from './by-filter';
export { checkAttributes, checkAttributesBytes } from './attributes';
export { checkImages } from './images';
export { checkStateBytes } from './state';
export { isDocumentId } from './document-id';
export { checkOperationCount, maxOperations } from './limits';
