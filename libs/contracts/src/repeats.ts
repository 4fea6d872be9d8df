import { RequestMessage } from './message';

/** Last words of subjects whose requests only read. */
const reads = new Set([
  ...['get', 'list', 'show', 'read', 'query', 'fetch', 'scan', 'sample', 'state', 'count', 'page', 'report', 'daily'],
  ...['versions', 'history', 'in-force', 'placed', 'used', 'missing', 'hours', 'marks', 'held', 'measure'],
  ...['distribution', 'price', 'quote', 'preview', 'recommend', 'explain'],
]);

/** Requests that change something, and change nothing more when they come twice. */
const repeated = new Set([
  // Rows that are queued or answered already are waited for.
  'judgments.judge.v1',
  'documents.document.judge.v1',
  // A reservation has the id of its ask.
  'billing.spend.reserve.v1',
  'billing.spend.release.v1',
  'documents.namespace.make.v1',
]);

/**
 * Whether a request may be sent again while nobody knows whether its first message was carried out. One with an effect id
 * may be, too, when its owner keeps the outcome.
 */
export function mayRepeat({ subject }: Pick<RequestMessage, 'subject'>): boolean {
  return repeated.has(subject) || reads.has(subject.split('.').at(-2) ?? '');
}
