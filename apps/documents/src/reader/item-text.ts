import { instantText } from '../reading/instant-text';

/** A related document, with JSON texts of the members that its relation names. */
export interface ItemColumns {
  created_at: string;
  updated_at: string;
  attributes: string;
  state: string;
}

/** JSON text of a related document. */
export function itemText({ created_at, updated_at, attributes, state }: ItemColumns, id: string): string {
  const times = `"created_at":"${instantText(created_at)}","updated_at":"${instantText(updated_at)}"`;
  return `{"id":${JSON.stringify(id)},${times},"attributes":${attributes},"state":${state}}`;
}
