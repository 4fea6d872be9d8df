import { scopePattern } from '@app/contracts';
import { typesOfPattern } from '@app/contracts/events';
import { DeliveriesQuery } from '@app/contracts/webhooks';
import { invalid } from '@app/problem';
import type { LogFilter } from './log.store';

type Asked = Pick<DeliveriesQuery, 'status' | 'types' | 'since' | 'until' | 'namespace_prefix'>;

/** @throws Problem `invalid_request` for an unknown type, a prefix that is no scope, and what is no time */
export function logFilterOf({ status, types, since, until, namespace_prefix: prefix = '*' }: Asked): LogFilter {
  if (!scopePattern.test(prefix)) {
    const sentence = 'Send `*`, a namespace, or a prefix that ends in `/`, `/*` or `*`.';
    throw invalid('bad_namespace', '/namespace_prefix', sentence);
  }
  const filter = { status, types: typesOf(types), since: timeOf('since', since), until: timeOf('until', until) };
  return { ...filter, within: prefix };
}

function typesOf(text: string | undefined): string[] | null {
  if (text === undefined) return null;
  const types = text.split(',').flatMap((pattern) => {
    const matching = typesOfPattern(pattern.trim());
    if (matching.length > 0) return matching;
    const sentence = `\`${pattern}\` matches no event type; send types, or patterns such as \`job.*\`.`;
    throw invalid('bad_enum', '/types', sentence);
  });
  return [...new Set<string>(types)];
}

function timeOf(name: string, text: string | undefined): Date | null {
  if (text === undefined) return null;
  const atMs = Date.parse(text);
  if (!Number.isNaN(atMs)) return new Date(atMs);
  throw invalid('bad_timestamp', `/${name}`, `Send \`${name}\` as a timestamp such as 2026-03-04T09:30:00.000Z.`);
}
