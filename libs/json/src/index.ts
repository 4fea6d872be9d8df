export { jsonBytes } from './json-bytes';
export * from './web';
