import { conditions, matches, maxFilterBytes, parseFilter } from '@app/filter';
import type { Filter } from '@app/filter';
import { StoredDocument } from '../document/document';
import { InForce, shapesOf } from '../namespace/snapshot/in-force';
import { AnswerRow } from './answer-row';
import { subjectWithAnswers } from './answer-subject';

/** The answers of several documents of a namespace, and whether judging is paused there. */
export interface AnswersByDocument {
  paused: boolean;
  /** The answers, by document id, then by judgment id. */
  rows: ReadonlyMap<string, ReadonlyMap<string, AnswerRow>>;
}

/** Parses the `condition` of a write. @throws Problem `invalid_request` */
export function parseCondition(json: unknown, inForce: InForce): Filter {
  const allow = { answers: true, within: true };
  return parseFilter(json, { pointer: '/condition', allow, known: shapesOf(inForce), maxBytes: maxFilterBytes });
}

export function readsAnswers(filter: Filter): boolean {
  return conditions(filter).some(({ path }) => path.root === 'answers');
}

const noAnswers: ReadonlyMap<string, AnswerRow> = new Map();

/** Whether a stored document passes a filter. @param answers null when the filter reads none */
export function passing(
  filter: Filter,
  inForce: InForce,
  answers: AnswersByDocument | null,
  nowMs: number,
): (document: StoredDocument) => boolean {
  return (document) => {
    const rows = answers?.rows.get(document.id) ?? noAnswers;
    return matches(filter, subjectWithAnswers(document, inForce, rows, answers?.paused ?? false, nowMs), nowMs);
  };
}
