import { RecordedAnswer } from '@app/contracts';
import { AnswerBody } from '../answer/answer-row';

/**
 * What a batch says of one (document, judgment), as the three registers of its row: what was heard last, the answer with
 * the greatest record, and the last "same". Merging is order-free: facts may come twice, late and in any order.
 */
export interface FoldEntry {
  d: string;
  j: string;
  /** Greatest record heard, the document version it read, and its failure. */
  h: number;
  hv: number;
  f: string | null;
  answer: RecordedAnswer | null;
  same: RecordedAnswer | null;
}

/** What reads show of an answer, as one JSON text beside the columns that filters use. */
function bodyOf(answer: RecordedAnswer): AnswerBody {
  return {
    id: answer.answer_id ?? '',
    engine: answer.engine,
    epoch: answer.engine_version,
    version: answer.version,
    documentVersion: answer.document_version,
    judgedAt: answer.judged_at,
    truncated: answer.truncated,
    number: answer.number,
    value: answer.value,
    escapeP: answer.escape_p,
    dist: answer.dist,
    normalized: answer.normalized,
  };
}

function greater(a: RecordedAnswer | null, b: RecordedAnswer | null): RecordedAnswer | null {
  return (b?.record ?? -1) > (a?.record ?? -1) ? b : a;
}

function entryOf(answer: RecordedAnswer): FoldEntry {
  const { document, judgment_id, record, document_version, failure, same } = answer;
  const answered = failure === null && !same ? answer : null;
  const heard = { h: record, hv: document_version, f: failure };
  return { d: document, j: judgment_id, ...heard, answer: answered, same: same && failure === null ? answer : null };
}

function merged(a: FoldEntry, b: FoldEntry): FoldEntry {
  const last = b.h > a.h ? b : a;
  return { ...last, answer: greater(a.answer, b.answer), same: greater(a.same, b.same) };
}

function toWire({ answer, same, ...heard }: FoldEntry): object {
  return {
    ...heard,
    ...(answer && {
      r: answer.record,
      v: answer.version,
      dv: answer.document_version,
      s: answer.seen,
      n: answer.number,
      val: answer.value,
      e: answer.escape_p,
      dist: answer.dist,
      ep: answer.engine_version,
      ja: answer.judged_at,
      b: bodyOf(answer),
    }),
    ...(same && { rs: same.record, sv: same.document_version, ss: same.seen, sid: same.answer_id }),
  };
}

/** The argument of `fold_answers`: one entry a (document, judgment), whatever the order and number of the answers. */
export function foldEntries(answers: readonly RecordedAnswer[]): object[] {
  const entries = new Map<string, FoldEntry>();
  for (const answer of answers) {
    const key = `${answer.judgment_id} ${answer.document}`;
    const entry = entryOf(answer);
    const known = entries.get(key);
    entries.set(key, known ? merged(known, entry) : entry);
  }
  return [...entries.values()].map(toWire);
}
