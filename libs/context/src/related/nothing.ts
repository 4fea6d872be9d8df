import type { JudgedDocument, Recipe } from '../recipe/recipe';
import { type Selected, select } from '../selection/selection';
import { type RelatedDocuments, selectRelated } from './related';

/**
 * Whether a recipe selects nothing of a document: no value but null, and no related document. It looks before anything is
 * cut for size, and not at `previous`.
 * @param related by name of the relation; a relation that is left out joins no document
 * @param nowMs the time of judging, from which windows look back
 */
export function selectsNothing(
  recipe: Recipe,
  document: JudgedDocument,
  related: Readonly<Record<string, RelatedDocuments>>,
  nowMs: number,
): boolean {
  if (hasValue(select(document, recipe, nowMs).document)) return false;
  return recipe.related === undefined || !hasItem(selectRelated(recipe.related, related).selected);
}

function hasValue(selected: Selected): boolean {
  if (selected.kind === 'value') return selected.value !== null;
  if (selected.kind === 'items') return selected.items.some(hasValue);
  return selected.members.some(([, member]) => hasValue(member));
}

/** Whether one of the relations has a document. */
function hasItem(relations: Selected): boolean {
  return (
    relations.kind === 'members' && relations.members.some(([, list]) => list.kind === 'items' && list.items.length > 0)
  );
}
