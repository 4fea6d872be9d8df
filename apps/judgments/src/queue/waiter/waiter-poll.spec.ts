import { createLogger } from '@app/observability';
import type { Database } from '@app/persistence';
import { NamespaceStore } from '../../copy/namespace/namespace.store';
import { Expected, Waiter } from './waiter';
import { WaiterPoll } from './waiter-poll';

const logger = createLogger({ service: 'judgments', replica: 'spec', level: 'fatal' });

/** A database where every row is still in the queue, and that counts statements. */
class QueueOnly {
  readonly statements: string[] = [];

  async query({ name }: { name: string }, values: unknown[][]): Promise<{ rows: object[] }> {
    this.statements.push(name);
    return { rows: name === 'pending-waiting' ? values[0].map(() => ({ claimed: false, gone: false })) : [] };
  }
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('looks after all readers with the statements of one [defect S-L4]', async () => {
  const db = new QueueOnly();
  const database = db as unknown as Database;
  const poll = new WaiterPoll(database, new NamespaceStore(database), logger);
  const expected: Expected = { document: 'd1', judgmentId: 'jdg_1', wantedVersion: 1 };
  const waits = Array.from({ length: 512 }, (_, i) =>
    poll.wait(new Waiter(`${i}`, [], [expected]), new Date(), Date.now() + 1_100),
  );
  await jest.advanceTimersByTimeAsync(1_050);
  expect(db.statements.slice(0, 3)).toEqual(['namespaces-paused', 'pending-waiting', 'answer-recorded-since']);
  expect(db.statements.length).toBeLessThanOrEqual(4 * 3);
  await jest.advanceTimersByTimeAsync(100);
  await Promise.all(waits);
  const { length } = db.statements;
  await jest.advanceTimersByTimeAsync(2_000);
  expect(db.statements).toHaveLength(length);
});
