import { conditions, matches, parseFilter } from '@app/filter';
import type { Filter } from '@app/filter';
import { StoredDocument, subjectOf } from '../document/document';
import { InForce } from '../snapshot/in-force';
import { AnswerRow } from './answer-row';
import { answersAsSubject } from './answer-view';

/** Answers of several documents, and whether judging is paused. */
export interface AnswersOf {
  paused: boolean;
  rows: ReadonlyMap<string, ReadonlyMap<string, AnswerRow>>;
}

/** @throws Problem `invalid_request` */
export function parseCondition(json: unknown, inForce: InForce): Filter {
  return parseFilter(json, { pointer: '/condition', allow: { answers: true, within: true }, known: inForce.shapeOf });
}

export function readsAnswers(filter: Filter): boolean {
  return conditions(filter).some(({ path }) => path.root === 'answers');
}

const none: ReadonlyMap<string, AnswerRow> = new Map();

/** Whether a stored document passes a filter, its answers included. */
export function passing(
  filter: Filter,
  inForce: InForce,
  answers: AnswersOf | null,
  nowMs: number,
): (document: StoredDocument) => boolean {
  return (document) => {
    const bare = subjectOf(document);
    const rows = answers?.rows.get(document.id) ?? none;
    const answer = answersAsSubject(inForce, rows, answers?.paused ?? false, (judgment) =>
      inForce.applies(judgment, bare, nowMs),
    );
    return matches(filter, { ...bare, answer }, nowMs);
  };
}
