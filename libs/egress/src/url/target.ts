import { Problem } from '@app/problem';
import { LRUCache } from 'lru-cache';
import { AttemptFailure } from '../connection/failure';
import { checkUrl } from './endpoint-url';
import { bareHost } from './host';

/** Where a checked URL leads. */
export interface Target {
  origin: string;
  /** Host name or address; an IPv6 address has no brackets. */
  host: string;
  port: number;
  /** Path and query. */
  path: string;
}

// The check depends only on the text and the rules of this release. An endpoint's URL is the same for thousands of
// attempts, and checking it each time cost as much as signing.
const checked = new LRUCache<string, Target>({ max: 1_000 });

/**
 * The target of an attempt. It checks the URL again, since the rules may have become stricter after it was stored.
 * @throws AttemptFailure `blocked_address`
 */
export function targetOf(raw: string): Target {
  const known = checked.get(raw);
  if (known) return known;
  const url = new URL(recheck(raw));
  const port = url.port === '' ? 443 : Number(url.port);
  const target = { origin: url.origin, host: bareHost(url.hostname), port, path: url.pathname + url.search };
  checked.set(raw, target);
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
