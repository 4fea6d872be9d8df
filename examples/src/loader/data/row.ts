import { isRecord, requireText, requireTimestamp, RowError } from './row.check';

/** A document of a set as its file holds it (format: the README of the data sets). */
export interface DocumentRow {
  id: string;
  type: string;
  at?: string;
  refs: Record<string, string>;
  data: Record<string, unknown>;
}

/** What really happened with a document, for one question; `null` where nothing can be said (a tie). */
export interface OutcomeRow {
  doc: string;
  question: string;
  type: 'bool' | 'choice' | 'score';
  outcome: boolean | string | number | null;
  /** When it could first be known; the set may not say. */
  knownAt?: string;
}

const nameOfAttribute = /^[A-Za-z0-9_-]{1,128}$/;

function parseRefs(value: unknown): Record<string, string> {
  if (value === undefined) return {};
  if (!isRecord(value)) throw new RowError('`refs` must be an object of names and document ids');
  return Object.fromEntries(
    Object.entries(value).map(([name, id]) => {
      if (!nameOfAttribute.test(name)) throw new RowError(`the reference name \`${name}\` cannot be an attribute name`);
      return [name, requireText({ [name]: id }, name)];
    }),
  );
}

/** @param row members of the line's object @throws RowError with what is wrong about it */
export function parseDocument(row: Record<string, unknown>): DocumentRow {
  if (!isRecord(row.data)) throw new RowError('`data` must be an object');
  const at = row.at === undefined ? {} : { at: requireTimestamp(row, 'at') };
  return {
    id: requireText(row, 'id'),
    type: requireText(row, 'type'),
    ...at,
    refs: parseRefs(row.refs),
    data: row.data,
  };
}

const outcomeKinds = {
  bool: (value: unknown): value is boolean => typeof value === 'boolean',
  choice: (value: unknown): value is string => typeof value === 'string' && value !== '',
  score: (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value),
};

/** @param row members of the line's object @throws RowError with what is wrong about it */
export function parseOutcome(row: Record<string, unknown>): OutcomeRow {
  const type = requireText(row, 'type');
  if (type !== 'bool' && type !== 'choice' && type !== 'score') {
    throw new RowError(`\`type\` must be bool, choice or score, not ${type}`);
  }
  const { outcome } = row;
  if (outcome !== null && !outcomeKinds[type](outcome)) {
    throw new RowError(`\`outcome\` does not fit the type ${type}`);
  }
  const knownAt = row.known_at === undefined ? {} : { knownAt: requireTimestamp(row, 'known_at') };
  return { doc: requireText(row, 'doc'), question: requireText(row, 'question'), type, outcome, ...knownAt };
}
