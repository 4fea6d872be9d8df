import { Problem } from '@app/problem';
import { LRUCache } from 'lru-cache';
import { AttemptFailure } from '../connection/failure';
import { checkUrl } from './endpoint-url';
import { bareHost } from './host';

/** Where a checked URL leads. */
export interface Target {
  origin: string;
  /** Without brackets. */
  host: string;
  port: number;
  /** With its query. */
  path: string;
}

// A URL is parsed and judged by its text and the rules of this release alone: an endpoint's is the same for thousands of
// attempts, and judging it each time cost as much as signing.
const judged = new LRUCache<string, Target>({ max: 1_000 });

/**
 * Where an attempt goes. Rules may have grown since the URL was stored; what is refused today is not sent to.
 * @throws AttemptFailure `blocked_address`
 */
export function targetOf(raw: string): Target {
  const known = judged.get(raw);
  if (known) return known;
  const url = new URL(recheck(raw));
  const port = url.port === '' ? 443 : Number(url.port);
  const target = { origin: url.origin, host: bareHost(url.hostname), port, path: url.pathname + url.search };
  judged.set(raw, target);
  return target;
}

function recheck(raw: string): string {
  try {
    return checkUrl(raw);
  } catch (thrown) {
    if (thrown instanceof Problem) throw new AttemptFailure('blocked_address');
    throw thrown;
  }
}
