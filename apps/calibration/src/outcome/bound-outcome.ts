import { AnswerInForce, RecordedAnswer } from '@app/contracts';
import { Posted } from './outcome';

/** The numbers of an answer, kept with the label so that a report asks nobody. */
export interface Label {
  answerId: string;
  version: number;
  documentVersion: number;
  engineVersion: string | null;
  judgedAt: string;
  number: number | null;
  escapeP: number | null;
  dist: Record<string, number> | null;
}

/** The label that an answer of record gives, or null for what is no answer. */
export function labelOf(answer: RecordedAnswer | null): Label | null {
  if (answer === null || answer.answer_id === null || answer.failure !== null) return null;
  return {
    answerId: answer.answer_id,
    version: answer.version,
    documentVersion: answer.document_version,
    engineVersion: answer.engine_version,
    judgedAt: answer.judged_at,
    number: answer.number,
    escapeP: answer.escape_p,
    dist: answer.dist,
  };
}

/** An outcome with what it was found to label. */
export interface Bound extends Posted {
  label: Label | null;
  firstAnswerAt: string | null;
}

/** The document of a named answer must be the outcome's own. */
export function bind(posted: Posted, found: AnswerInForce): Bound {
  const isOwn = found.answer === null || found.answer.document === posted.document;
  return { ...posted, label: isOwn ? labelOf(found.answer) : null, firstAnswerAt: found.first_answer_at };
}

/** What is stored of the same identity already. */
export interface StoredOutcome {
  id: string;
  document: string;
  identity: string;
  value: boolean | string | number | null;
  escape: boolean;
  answer_id: string | null;
}

export interface Sorted {
  recorded: Bound[];
  replaced: { id: string; bound: Bound }[];
  unchanged: number;
}

/**
 * What each outcome of a post is to what is stored: new, the same again, or another value. One that names an answer
 * also finds the unmatched outcome that had all but that name.
 * @param unnamed identity without the answer's name, where it was named
 */
export function sortOut(posts: Bound[], stored: StoredOutcome[], unnamed: (post: Bound) => string | null): Sorted {
  const byKey = new Map(stored.map((row) => [JSON.stringify([row.document, row.identity]), row]));
  const at = (document: string, identity: string | null) => byKey.get(JSON.stringify([document, identity]));
  const sorted: Sorted = { recorded: [], replaced: [], unchanged: 0 };
  for (const bound of posts) {
    const same = at(bound.document, bound.identity);
    const nameless = same ? undefined : at(bound.document, unnamed(bound));
    if (same && same.value === bound.value && same.escape === bound.escape) sorted.unchanged++;
    else if (same) sorted.replaced.push({ id: same.id, bound });
    else if (nameless && nameless.answer_id === null) {
      sorted.replaced.push({ id: nameless.id, bound });
      byKey.delete(JSON.stringify([nameless.document, nameless.identity]));
    } else sorted.recorded.push(bound);
  }
  return sorted;
}
