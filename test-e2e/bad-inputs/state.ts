import { StackClient, Method } from '@app/testing/stack';

/** Everything that a bad request of the file could have changed, read through public doors. */
const reads: [Method, string, unknown?][] = [
  ['GET', '/namespaces'],
  ['GET', '/namespaces/acme%2Fprod'],
  ['GET', '/namespaces/acme%2Fstaging'],
  ['GET', '/namespaces/acme%2Fprod/judgments'],
  ['GET', '/namespaces/acme%2Fprod/judgments/j1/alternatives'],
  ['GET', '/namespaces/acme%2Fempty/judgments'],
  ['GET', '/namespaces/acme%2Fprod/subscriptions'],
  ['GET', '/namespaces/acme%2Fprod/groups'],
  ['GET', '/namespaces/acme%2Fprod%2Ft1/groups'],
  ['GET', '/namespaces/acme%2Fcrowded/groups'],
  ['GET', '/namespaces/acme%2Fprod%2F*/summary'],
  ['POST', '/namespaces/acme%2Fprod/query', { include: ['attributes', 'state'] }],
  ['GET', '/webhook-endpoints'],
  // What an accepted request before it still says (a job that ends) is no trace of the refused one.
  ['GET', '/events?types=subscription.*'],
];

/** What moves by itself: statistics, up to when groups count, and how far the feed has been looked through, events of other types included. */
const moving = new Set(['stats', 'usage', 'next_cursor', 'as_of']);

export async function stateOf(stack: StackClient, key: string): Promise<string> {
  const replies = await Promise.all(reads.map(([method, path, body]) => stack.api(method, path, body, { key })));
  return replies
    .map(({ status, text }, i) => {
      if (status !== 200) throw new Error(`${reads[i].slice(0, 2).join(' ')} answered ${status} ${text}`);
      return JSON.stringify(JSON.parse(text, (name, value: unknown) => (moving.has(name) ? undefined : value)));
    })
    .join('\n');
}
