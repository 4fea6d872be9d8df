import { own, readName, readObject, readOneOf, readText, refuseOthers, under } from '@app/definition';
import { conditions, formatPath, maxStoredFilterBytes, parseFilter, parsePath, requireKnown } from '@app/filter';
import type { FilterPath, JudgmentShape } from '@app/filter';
import { jsonBytes } from '@app/json';
import { invalid } from '@app/problem';

export const aggregateKinds = ['count', 'share', 'sum', 'mean', 'min', 'max', 'latest'] as const;
export type AggregateKind = (typeof aggregateKinds)[number];

/** An aggregate as it is stored: its path is normalised. */
export interface Aggregate {
  aggregate: AggregateKind;
  path?: string;
  where?: object;
}

/** A group as it is stored. */
export interface GroupDefinition {
  /** `attributes.<name>`. */
  key: string;
  /** Aggregates by name. */
  aggregates: Record<string, Aggregate>;
}

/** Most aggregates of a group. */
const maxAggregates = 16;
const maxPath = 1_024;
/** Fields of an answer that change without it. */
const movingFields = ['status', 'stale_reason'];
/** Fields of an answer that hold no number. */
const textFields = ['judged_at', 'engine_version'];

/** @returns the shape of a judgment in force; undefined when there is none */
type Known = (judgment: string) => JudgmentShape | undefined;

/**
 * Reads the definition of a group.
 * @param stored the group as it is, whose shares keep the path that builds before took and gave the meaning "with a value there, too"
 * @throws Problem `invalid_request`: `path_not_allowed`, `unknown_path`, `bad_bounds` for the number of aggregates, and
 *   the reasons of paths and filters
 */
export function parseGroup(json: unknown, known: Known, stored: GroupDefinition | null = null): GroupDefinition {
  const members = readObject(json, '');
  refuseOthers(members, '', ['key', 'aggregates']);
  const key = parseKey(own(members, 'key'));
  const sent = Object.entries(readObject(own(members, 'aggregates'), '/aggregates'));
  if (sent.length === 0 || sent.length > maxAggregates) {
    const message = `A group has 1 to ${maxAggregates} aggregates; this one has ${sent.length}.`;
    throw invalid('bad_bounds', '/aggregates', message, { min: 1, max: maxAggregates });
  }
  const aggregates = sent.map(([name, value]): [string, Aggregate] => {
    const pointer = under('/aggregates', name);
    const kept = stored !== null && Object.hasOwn(stored.aggregates, name) ? stored.aggregates[name] : null;
    return [readName(name, pointer), parseAggregate(value, pointer, known, kept)];
  });
  const definition = { key, aggregates: Object.fromEntries(aggregates) };
  if (jsonBytes(definition) > maxStoredFilterBytes) {
    const message = `A group takes at most ${maxStoredFilterBytes / 1024} KiB; shorten its filters.`;
    throw invalid('bad_length', '/aggregates', message, { limit: maxStoredFilterBytes });
  }
  return definition;
}

function parseKey(value: unknown): string {
  const text = readText(value, '/key', 1, maxPath);
  const path = parsePath(text, '/key');
  if (path.root === 'attributes') return formatPath(path);
  throw invalid('path_not_allowed', '/key', 'A group keys by an attribute; name attributes.<name>.');
}

function parseAggregate(value: unknown, pointer: string, known: Known, kept: Aggregate | null): Aggregate {
  const members = readObject(value, pointer);
  refuseOthers(members, pointer, ['aggregate', 'path', 'where']);
  const aggregate = readOneOf(own(members, 'aggregate'), under(pointer, 'aggregate'), aggregateKinds);
  const [path, where] = [own(members, 'path'), own(members, 'where')];
  const needsPath = aggregate !== 'count' && aggregate !== 'share';
  if (needsPath && path === undefined) {
    const message = `\`${aggregate}\` needs a \`path\` that can hold a number, such as attributes.amount or answers.late.p.`;
    throw invalid('missing_field', under(pointer, 'path'), message);
  }
  const read = path === undefined ? undefined : parseValuePath(path, under(pointer, 'path'), needsPath, known);
  if (aggregate === 'share' && read !== undefined && !(kept?.aggregate === 'share' && kept.path === read)) {
    const message = '`share` takes no path: say in `where` which documents are meant.';
    throw invalid('unknown_field', under(pointer, 'path'), message);
  }
  if (aggregate === 'share' && where === undefined) {
    const message = '`share` needs a `where`: it is the share of the documents for which the filter holds.';
    throw invalid('missing_field', under(pointer, 'where'), message);
  }
  return {
    aggregate,
    ...(read !== undefined && { path: read }),
    ...(where !== undefined && { where: parseWhere(where, under(pointer, 'where'), known) }),
  };
}

function parseValuePath(value: unknown, pointer: string, isNumber: boolean, known: Known): string {
  const path = parsePath(readText(value, pointer, 1, maxPath), pointer);
  if (path.root === 'answers') requireKnown(path, known(path.judgment), pointer);
  refuseMoving(path, pointer);
  const isText =
    path.root === 'answers' ? textFields.includes(path.field.kind) : !('name' in path) && !('keys' in path);
  if (isText && isNumber) {
    const message = `\`${formatPath(path)}\` holds no number; name an attribute, a path of the state or a number of an answer.`;
    throw invalid('path_not_allowed', pointer, message);
  }
  return formatPath(path);
}

function parseWhere(value: unknown, pointer: string, known: Known): object {
  const allow = { answers: true, within: false };
  const filter = parseFilter(value, { pointer, allow, known, maxBytes: maxStoredFilterBytes, refuseEmpty: true });
  for (const { path } of conditions(filter)) refuseMoving(path, pointer);
  return value as object;
}

/** The status of an answer depends on pauses and circuits, which change without a change of the document. */
function refuseMoving(path: FilterPath, pointer: string): void {
  if (path.root !== 'answers' || !movingFields.includes(path.field.kind)) return;
  const message = `A group cannot read \`${formatPath(path)}\`; each value says in \`stale\` how many documents have a stale answer.`;
  throw invalid('path_not_allowed', pointer, message);
}
