import { Client } from 'pg';
import { clientConfig } from './pool';

const answerMs = 2000;

/**
 * Asks the server on a connection of its own, which no busy pool can keep waiting.
 * @returns a sentence when it does not answer within seconds, otherwise null
 */
export async function probe(url: string): Promise<string | null> {
  const client = new Client({ ...clientConfig(url), connectionTimeoutMillis: answerMs, query_timeout: answerMs });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return null;
  } catch (error) {
    return `the database does not answer: ${error instanceof Error ? error.message : String(error)}`;
  } finally {
    // Not awaited: a server that has gone does not answer a farewell either.
    void client.end().catch(() => undefined);
  }
}
