import { ConnectionOptions, credsAuthenticator } from 'nats';
import { readFileSync } from 'node:fs';

/** How a process shows a NATS server who it is, and what it demands of the server. */
export interface BusLogin {
  user: string;
  password: string;
  /**
   * Path of a credentials file, a token and the seed that signs for it, as an operator of NATS makes them; it goes before
   * user and password. It is read at each connect, so that a file that was replaced needs no restart.
   */
  credentialsFile?: string;
  /** The connection must be encrypted, and the server signed by an authority that Node trusts. */
  tls?: boolean;
  /** Path of the certificates (PEM) that the server must be signed by; set: the connection must be encrypted. */
  caFile?: string;
}

/** The options of the client. @throws Error in one sentence when the credentials file cannot be read */
export function loginOptions({ user, password, credentialsFile, tls, caFile }: BusLogin): ConnectionOptions {
  const encrypted = caFile ? { tls: { caFile } } : tls ? { tls: {} } : {};
  if (!credentialsFile) return { user, pass: password, ...encrypted };
  const authenticator = credsAuthenticator(() => readFileSync(credentialsFile));
  try {
    authenticator('');
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`NATS credentials cannot be read from ${credentialsFile}: ${why}`, { cause: error });
  }
  return { authenticator, ...encrypted };
}
