import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { Client, escapeIdentifier as name, escapeLiteral as text } from 'pg';

/** A role of a server, and its password in plain letters of ASCII. */
export interface Login {
  role: string;
  password: string;
}

/** Postgres itself hashes a password 4,096 times, and a client does it again for each of its connections. */
const rounds = 1;

/**
 * Gives roles the passwords that they have once more, hashed a single time. Tests open connections by the thousand, and
 * each takes client and server milliseconds of hashing. Only for servers whose data is thrown away.
 */
export async function writeShortLogins(adminUrl: string, logins: readonly Login[]): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(logins.map((one) => `alter role ${name(one.role)} password ${text(verifierOf(one))}`).join(';'));
  } finally {
    await client.end();
  }
}

/** What Postgres keeps of a password (SCRAM, RFC 5803), which it also takes in the password's place. */
function verifierOf({ password }: Login): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, rounds, 32, 'sha256');
  const keyOf = (of: string) => createHmac('sha256', salted).update(of).digest();
  const stored = createHash('sha256').update(keyOf('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${rounds}:${salt.toString('base64')}$${stored}:${keyOf('Server Key').toString('base64')}`;
}
