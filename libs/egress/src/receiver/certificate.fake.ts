import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Certificates of the fixtures for `example.com`, `*.example.com` and 93.184.215.14, valid for twenty years. */
export type CertificateKind = 'valid' | 'expired' | 'wrong-name' | 'self-signed';

const read = (name: string): string => readFileSync(join(__dirname, '../../fixtures/tls', `${name}.pem`), 'utf8');

export const certificateOf = (kind: CertificateKind): { cert: string; key: string } => ({
  cert: read(`${kind}.cert`),
  key: read(`${kind}.key`),
});

/** The authority that signed all of them except the self-signed one. */
export const testAuthority = { pem: [read('authority.cert')] };
