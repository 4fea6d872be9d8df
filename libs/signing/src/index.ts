export { SecretError, newSecret, parseSecret } from './secret/secret';
export type { SecretReason } from './secret/secret';
export { sign } from './signature/signature';
export type { Signing } from './signature/signature';
