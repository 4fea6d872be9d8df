import type { Schema } from '@app/sdk/client';
import { JudgmentSpec } from './judgment';
import { isRecord } from './row.check';
import { Target } from '../target';

type Filter = Schema<'Filter'>;

/** The members of an answer that the loader reads; null until first judged. */
export interface ReadAnswer {
  status: string;
  p: number | null;
  value: string | number | null;
  score: number | null;
}

export interface ReadDocument {
  id: string;
  answers: Record<string, ReadAnswer>;
}

const pageSize = 500;

const numberOrNull = (value: unknown) => (typeof value === 'number' ? value : null);

function toAnswer(value: unknown): ReadAnswer {
  const answer = isRecord(value) ? value : {};
  return {
    status: String(answer.status ?? 'unavailable'),
    p: numberOrNull(answer.p),
    value: typeof answer.value === 'string' ? answer.value : numberOrNull(answer.value),
    score: numberOrNull(answer.score),
  };
}

function toDocument(value: unknown): ReadDocument {
  const document = isRecord(value) ? value : {};
  const answers = isRecord(document.answers) ? document.answers : {};
  return {
    id: String(document.id),
    answers: Object.fromEntries(Object.entries(answers).map(([name, answer]) => [name, toAnswer(answer)])),
  };
}

/** Filter of the documents that a judgment applies to. */
export function judgedBy(spec: Pick<JudgmentSpec, 'on'>): Filter {
  return (spec.on === undefined ? {} : { 'attributes.type': spec.on }) as Filter;
}

/** How many documents pass the filter. */
export async function countDocuments(target: Target, filter: Filter): Promise<number> {
  const body = { filter, limit: 1, include: ['attributes' as const], count: true };
  return Number((await target.api.namespace(target.namespace).query(body)).count);
}

/** The stored answers of the documents that pass, page by page, in the order of ids. */
export async function* readAnswers(
  target: Target,
  filter: Filter,
  judgments: string[],
): AsyncGenerator<ReadDocument[]> {
  const query = { filter, judgments, include: ['answers' as const], limit: pageSize };
  for await (const { documents } of target.api.namespace(target.namespace).query(query).pages()) {
    yield documents.map(toDocument);
  }
}
