import { instantText } from '../../read/by-id/instant-text';
import type { AnswersText } from './upstream-answers';

/** A related document, with JSON texts of the members that its relation names. */
export interface ItemColumns {
  created_at: string;
  updated_at: string;
  attributes: string;
  state: string;
  /** Text of the answers about it that the relation reads, by judgment id; null for a relation that reads none. */
  answers: string | null;
}

/** JSON text of a related document. */
export function itemText(row: ItemColumns, id: string, answers: AnswersText): string {
  const { created_at, updated_at, attributes, state } = row;
  const times = `"created_at":"${instantText(created_at)}","updated_at":"${instantText(updated_at)}"`;
  return `{"id":${JSON.stringify(id)},${times},"attributes":${attributes},"state":${state}${answers(row)}}`;
}
