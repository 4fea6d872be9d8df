import { counter, histogram, measured } from './declare';

/** What callers of the API see, and mail. */
export const gatewayMetrics = {
  requestDuration: histogram('http_request_duration_seconds', {
    meaning: 'Time to answer a request of the API, by method, route and status.',
    why: 'Rate, errors and latency of the API.',
    labels: ['method', 'route', 'status'],
  }),
  mailTries: counter('mail_tries_total', {
    meaning: 'Tries to send a mail, by outcome: `sent`, `again`, `failed`.',
    why: 'Whether the mail server takes mail.',
    labels: ['outcome'],
  }),
  mailOldest: measured('mail_oldest_seconds', {
    meaning: 'Age of the oldest mail that waits to be sent; 0 without one.',
    why: 'How late mail is.',
  }),
  mailRows: measured('mail_rows', {
    meaning: 'Mails of the last 90 days, by status.',
    why: 'Mails that failed for good stay visible.',
    labels: ['status'],
  }),
};
