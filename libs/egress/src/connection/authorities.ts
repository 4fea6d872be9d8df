import { rootCertificates } from 'node:tls';

/** Who may vouch for a receiver's certificate. */
export interface Authorities {
  /** Certificates in PEM that are trusted, and no others. */
  readonly pem: readonly string[];
}

/**
 * The authorities that Node carries (Mozilla's list). Named one by one: left to its default, TLS would also trust what
 * NODE_EXTRA_CA_CERTS, SSL_CERT_FILE or the machine's own store say.
 */
export const publicAuthorities: Authorities = { pem: rootCertificates };
