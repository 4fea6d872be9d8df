import { rootCertificates } from 'node:tls';

/** The certificate authorities that may sign a receiver's certificate. */
export interface Authorities {
  /** Their certificates in PEM. No others are trusted. */
  readonly pem: readonly string[];
}

/**
 * The authorities that Node carries (Mozilla's list). They are named one by one, since TLS by default also trusts those of
 * NODE_EXTRA_CA_CERTS, SSL_CERT_FILE and the machine's own store.
 */
export const publicAuthorities: Authorities = { pem: rootCertificates };
