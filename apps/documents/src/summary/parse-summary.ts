import type { SummaryBody } from '@app/contracts/documents';
import { covers, readNumber, readObject, under } from '@app/definition';
import { invalid } from '@app/problem';
import { GroupDefinition } from '../group/parse-group';

const maxEdges = 10;

/**
 * Checks a summary against the groups that it names.
 * @param groups by name, those in force on the prefix
 * @throws Problem `invalid_request`: `bad_namespace`, `unknown_path`, `missing_field`, `unknown_field`, `bad_bounds`
 */
export function checkSummary(scope: string, body: SummaryBody, groups: ReadonlyMap<string, GroupDefinition>): void {
  if (covers(scope, body.into)) {
    const message = `\`${body.into}\` is a tenant of \`${scope}\` itself; name a namespace outside of it.`;
    throw invalid('bad_namespace', '/into', message);
  }
  refuseUnknown(Object.keys(body.bands), body.groups, '/bands');
  body.groups.forEach((name, index) => {
    const group = groups.get(name);
    if (!group) throw invalid('unknown_path', under('/groups', index), `There is no group \`${name}\` on this prefix.`);
    const pointer = under('/bands', name);
    const bands = readObject(body.bands[name], pointer);
    refuseUnknown(Object.keys(bands), Object.keys(group.aggregates), pointer);
    for (const aggregate of Object.keys(group.aggregates)) checkEdges(bands[aggregate], under(pointer, aggregate));
  });
}

function refuseUnknown(names: readonly string[], known: readonly string[], pointer: string): void {
  for (const name of names) {
    if (known.includes(name)) continue;
    const place = under(pointer, name);
    throw invalid('unknown_field', place, `\`${place}\` is not known here; leave it out. Known: ${known.join(', ')}.`);
  }
}

function checkEdges(edges: unknown, pointer: string): void {
  if (edges === undefined) {
    throw invalid('missing_field', pointer, `\`${pointer}\` is required: a summary shows bands and never a number.`);
  }
  const isList = Array.isArray(edges) && edges.length > 0 && edges.length <= maxEdges;
  const numbers = isList
    ? edges.map((edge, n) => readNumber(edge, under(pointer, n), -Number.MAX_VALUE, Number.MAX_VALUE))
    : [];
  if (isList && numbers.every((edge, n) => n === 0 || edge > numbers[n - 1])) return;
  throw invalid('bad_bounds', pointer, `\`${pointer}\` needs 1 to ${maxEdges} ascending edges.`, { max: maxEdges });
}
