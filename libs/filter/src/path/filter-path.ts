import { formatDocumentPath, isName, joinKeys, parseDocumentPath } from '@app/definition';
import { invalid } from '@app/problem';

const plainFields = [
  'p',
  'value',
  'score',
  'normalized',
  'escape_p',
  'status',
  'stale_reason',
  'judged_at',
  'version',
  'engine_version',
] as const;
const namedFields = ['thresholds', 'features', 'parts'] as const;
const calibratedFields = ['p', 'value', 'score', 'escape_p'] as const;

export type PlainField = (typeof plainFields)[number];
export type CalibratedField = (typeof calibratedFields)[number];

/** A field of an answer. `name` of `dist` is the literal text of an option, a level or a document id. */
export type AnswerField =
  | { kind: PlainField }
  | { kind: (typeof namedFields)[number] | 'dist'; name: string }
  | { kind: 'calibrated'; name: CalibratedField };

/** A parsed path into a document or one of its answers. */
export type FilterPath =
  | { root: 'id' | 'created_at' | 'updated_at' }
  | { root: 'attributes'; name: string }
  | { root: 'state'; keys: string[] }
  | { root: 'answers'; judgment: string; field: AnswerField };

function oneOf<T extends string>(values: readonly T[], value: string): T | undefined {
  return values.find((candidate) => candidate === value);
}

function parseField(text: string): AnswerField | undefined {
  const plain = oneOf(plainFields, text);
  if (plain !== undefined) return { kind: plain };
  const dot = text.indexOf('.');
  if (dot < 0) return undefined;
  const [head, rest] = [text.slice(0, dot), text.slice(dot + 1)];
  if (head === 'dist') return rest === '' ? undefined : { kind: head, name: rest };
  if (head === 'calibrated') {
    const name = oneOf(calibratedFields, rest);
    return name && { kind: head, name };
  }
  const named = oneOf(namedFields, head);
  return named && isName(rest) ? { kind: named, name: rest } : undefined;
}

const fieldList = `${plainFields.join(', ')}, thresholds.<name>, features.<name>, parts.<name>, dist.<option> and calibrated.<${calibratedFields.join('|')}>`;
const filterPaths = 'id, created_at, updated_at, attributes.<name>, state.<dotted path> or answers.<judgment>.<field>';

/**
 * Parses a path of a filter.
 * @param pointer JSON pointer to the path in the request
 * @throws Problem `invalid_request`, reason `bad_path`
 */
export function parsePath(text: string, pointer: string): FilterPath {
  if (text.startsWith('answers.')) {
    const [, judgment = ''] = text.split('.', 2);
    const field = parseField(text.slice('answers.'.length + judgment.length + 1));
    if (isName(judgment) && field !== undefined) return { root: 'answers', judgment, field };
    const message = `Write answers.<judgment>.<field> with one of the fields ${fieldList}, such as answers.late.p.`;
    throw invalid('bad_path', pointer, message);
  }
  const path = parseDocumentPath(text, pointer, filterPaths);
  if (path.root === 'images') throw invalid('bad_path', pointer, 'A filter cannot read images; name another path.');
  // TypeScript cannot narrow a union by a literal inside a nested union.
  return path as Exclude<FilterPath, { root: 'answers' }>;
}

/** The normalised spelling of a path; the inverse of `parsePath`. */
export function formatPath(path: FilterPath): string {
  if (path.root === 'state') return `state.${joinKeys(path.keys)}`;
  if (path.root !== 'answers') return formatDocumentPath(path);
  const { kind } = path.field;
  return `answers.${path.judgment}.${'name' in path.field ? `${kind}.${path.field.name}` : kind}`;
}

/** Whether a path leads to a timestamp, so that operands are timestamps, too. */
export function isInstant(path: FilterPath): boolean {
  if (path.root === 'answers') return path.field.kind === 'judged_at';
  return path.root === 'created_at' || path.root === 'updated_at';
}
