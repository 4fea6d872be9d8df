export { ConfigError, describeConfig, readConfig } from './config';
export type { Config, Environment, Settings } from './config';
export { publicUrl } from './public-url';
export { address, addresses, integer, json, oneOf, secret, text } from './setting';
export type { Setting } from './setting';
