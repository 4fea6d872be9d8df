import type { Cut } from '../budget/cut';
import { type Selected, selectFields } from '../selection/selection';

/** A document that a relation joins with the judged one. Times are RFC 3339 in UTC. */
export interface RelatedDocument {
  id: string;
  created_at: string;
  updated_at: string;
  attributes: object;
  state: object;
  /** What the relation shows of other judgments' answers about it, by `answerKey`. */
  answers?: Readonly<Record<string, string>>;
}

/** The documents of one relation in its order. */
export interface RelatedDocuments {
  items: readonly RelatedDocument[];
  /** Whether documents were left out that could have changed what is rendered. */
  more: boolean;
}

export interface RelatedSelection {
  selected: Selected;
  /** Relations that were not read to their end. */
  cuts: Cut[];
}

/**
 * Selects what a context shows of related documents: a list for each relation, also for one that joins no document. A
 * document without any of the fields stands in no list, unless the relation shows answers about it.
 * @param related by name of the relation; a relation that is left out joins no document
 */
export function selectRelated(
  relations: Readonly<Record<string, { fields: readonly string[] }>>,
  related: Readonly<Record<string, RelatedDocuments>>,
): RelatedSelection {
  const cuts: Cut[] = [];
  const members = Object.keys(relations)
    .sort()
    .map((name): [string, Selected] => {
      const path = `related.${name}`;
      const { items, more } = Object.hasOwn(related, name) ? related[name] : { items: [], more: false };
      if (more) cuts.push({ path, kind: 'related_items', dropped: 1 });
      const selected = items.map((item) => selectItem(item, relations[name].fields, ['related', name]));
      const shown = selected.filter((item) => item.kind !== 'members' || item.members.length > 0);
      return [name, { kind: 'items', path, items: shown }];
    });
  return { selected: { kind: 'members', path: 'related', members }, cuts };
}

function selectItem({ answers, ...item }: RelatedDocument, fields: readonly string[], section: string[]): Selected {
  const selected = selectFields(item, fields, section);
  if (answers === undefined || selected.kind !== 'members') return selected;
  const path = `${section.join('.')}.answers`;
  const members = Object.keys(answers)
    .sort()
    .map((key): [string, Selected] => [key, { kind: 'value', path, value: answers[key] }]);
  return { ...selected, members: [...selected.members, ['answers', { kind: 'members', path, members }]] };
}
