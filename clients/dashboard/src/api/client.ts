import { JudgmentClient } from '@app/sdk/client';

/**
 * The one client of all pages: the session's cookie is its credential. It keeps fewer requests in flight than a namespace
 * bears, so that people who look leave room for programs; a page that waits longer than its bounds shows the refusal.
 */
export const client = new JudgmentClient({
  baseUrl: `${globalThis.location.origin}/v1`,
  auth: 'session',
  maxConcurrent: 4,
  retries: 3,
  totalMs: 30_000,
});
