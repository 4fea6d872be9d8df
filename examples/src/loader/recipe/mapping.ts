import { Problem } from '@app/problem';
import { JudgmentSpec } from '../data/judgment';
import { DocumentRow, OutcomeRow } from '../data/row';

export type Attribute = string | number | boolean | null;

export interface UpsertOperation {
  id: string;
  attributes: Record<string, Attribute>;
  state: Record<string, unknown>;
  created_at?: string;
}

export interface EngineRef {
  name: string;
  version: string;
}

export type PostedOutcome = { document: string; as_of: 'latest'; observed_at?: string } & (
  { value: boolean | string | number } | { escape: true }
);

const isAttribute = (value: unknown): value is Attribute =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value);

/** A document as the API takes it: `type`, `refs` and the picked fields are attributes, `data` is the state. */
export function toUpsert(row: DocumentRow, picked: Record<string, string[]> = {}): UpsertOperation {
  const attributes: Record<string, Attribute> = {};
  for (const field of picked[row.type] ?? []) {
    const value = row.data[field];
    if (value !== undefined && isAttribute(value)) attributes[field] = value;
  }
  Object.assign(attributes, row.refs, { type: row.type });
  return { id: row.id, attributes, state: row.data, ...(row.at === undefined ? {} : { created_at: row.at }) };
}

function toAnswerSpace(spec: JudgmentSpec): Record<string, unknown> {
  if (spec.type === 'score') {
    const levels = Object.entries(spec.levels ?? {})
      .map(([value, description]) => ({ value: Number(value), description }))
      .sort((a, b) => a.value - b.value);
    return { levels };
  }
  if (spec.type === 'bool') return {};
  const options = (spec.options ?? []).map((value) => {
    const description = spec.option_descriptions?.[value];
    return description === undefined ? { value } : { value, description };
  });
  // A choice always has an escape; only its wording can be given.
  return typeof spec.escape === 'object' ? { options, escape: spec.escape } : { options };
}

/** The body that creates a judgment of a set. @param features in the API's form; the set's own are words */
export function toDefinition(
  spec: JudgmentSpec,
  { context, features }: { context: Record<string, unknown>; features?: Record<string, unknown>[] },
  engine: EngineRef,
  freshness: Record<string, unknown>,
): Record<string, unknown> {
  return {
    name: spec.key,
    type: spec.type,
    question: spec.question,
    ...(spec.criteria === undefined ? {} : { criteria: spec.criteria }),
    ...toAnswerSpace(spec),
    ...(spec.on === undefined ? {} : { applies_to: { 'attributes.type': spec.on } }),
    context,
    ...(features === undefined ? {} : { features }),
    engine,
    ...(spec.thresholds === undefined ? {} : { thresholds: spec.thresholds }),
    freshness,
  };
}

/**
 * An outcome as the API takes it, bound to the answer now in force; null when it says nothing (a tie).
 * @throws Problem `invalid_request` when the outcome is not an answer that its judgment can give
 */
export function toOutcome(row: OutcomeRow, spec: JudgmentSpec): PostedOutcome | null {
  const { outcome } = row;
  if (outcome === null) return null;
  if (row.type !== spec.type) {
    throw new Problem('invalid_request', `The outcome is a ${row.type}, the judgment ${spec.key} a ${spec.type}.`);
  }
  // With its own moment a report can be read for a part of the time, by `since` and `until`.
  const observed = row.knownAt === undefined ? {} : { observed_at: row.knownAt };
  const common = { document: row.doc, as_of: 'latest', ...observed } as const;
  if (spec.type === 'choice' && outcome === 'escape') return { ...common, escape: true };
  if (spec.type === 'choice' && !spec.options?.includes(String(outcome))) {
    throw new Problem('invalid_request', `The outcome ${String(outcome)} is no option of ${spec.key}.`);
  }
  if (spec.type === 'score' && spec.levels?.[String(outcome)] === undefined) {
    throw new Problem('invalid_request', `The outcome ${String(outcome)} is no level of ${spec.key}.`);
  }
  return { ...common, value: outcome };
}
