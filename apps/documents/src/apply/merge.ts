import type { RecordedAnswer } from '@app/contracts/judgments';
import { AnswerBody } from '../answer/answer-row';

/**
 * What a batch holds of one (document, judgment), as the three registers of its row. Each keeps the greatest record
 * number, so facts may come twice, late and in any order.
 */
interface Registers {
  /** The record that came last: an answer, a failure or a `same`. */
  last: RecordedAnswer;
  answer: RecordedAnswer | null;
  same: RecordedAnswer | null;
}

function registersOf(recorded: RecordedAnswer): Registers {
  const { failure, same } = recorded;
  return {
    last: recorded,
    answer: failure === null && !same ? recorded : null,
    same: failure === null && same ? recorded : null,
  };
}

function merged(a: Registers, b: Registers): Registers {
  return {
    last: b.last.record > a.last.record ? b.last : a.last,
    answer: later(a.answer, b.answer),
    same: later(a.same, b.same),
  };
}

function later(a: RecordedAnswer | null, b: RecordedAnswer | null): RecordedAnswer | null {
  return (b?.record ?? -1) > (a?.record ?? -1) ? b : a;
}

/**
 * The argument of `apply_answers` (sql/functions): one entry for each (document, judgment).
 * @param isWatched whether other judgments read the answers of a judgment
 */
export function mergeAnswers(
  answers: readonly RecordedAnswer[],
  isWatched: (judgmentId: string) => boolean = () => false,
): object[] {
  const merging = new Map<string, Registers>();
  for (const answer of answers) {
    const key = `${answer.judgment_id} ${answer.document}`;
    const registers = registersOf(answer);
    const known = merging.get(key);
    merging.set(key, known ? merged(known, registers) : registers);
  }
  return [...merging.values()].map((registers) => ({
    ...argumentOf(registers),
    ...(registers.answer && isWatched(registers.answer.judgment_id) && { watched: true }),
  }));
}

function argumentOf({ last, answer, same }: Registers): object {
  return {
    document: last.document,
    judgment: last.judgment_id,
    last_record: last.record,
    last_document_version: last.document_version,
    failure: last.failure,
    ...(answer && {
      record: answer.record,
      version: answer.version,
      document_version: answer.document_version,
      seen: answer.seen,
      number: answer.number,
      value: answer.value,
      escape_p: answer.escape_p,
      dist: answer.dist,
      features: answer.features,
      parts: answer.parts,
      epoch: answer.engine_version,
      judged_at: answer.judged_at,
      body: bodyOf(answer),
      watermark: answer.watermark,
    }),
    ...(same && {
      same_record: same.record,
      same_document_version: same.document_version,
      same_seen: same.seen,
      same_answer: same.answer_id,
      same_watermark: same.watermark,
    }),
  };
}

/** What reads show of an answer. Filters use the columns beside it. */
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
    ...(answer.rounds !== undefined && { rounds: answer.rounds }),
    ...(answer.features && { features: answer.features }),
    ...(answer.parts && { parts: answer.parts, combiner: answer.combiner ?? null }),
    ...(answer.watermark && { watermark: answer.watermark }),
  };
}
