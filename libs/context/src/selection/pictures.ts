import { imageTokens } from '@app/rating';
import type { CutList } from '../budget/cut';
import { parseFieldPath } from '../path/field-path';
import type { JudgedDocument, Recipe } from '../recipe/recipe';

export interface Pictures {
  /** The document with its selected pictures named by their references, and without the others. */
  document: JudgedDocument;
  /** Ids in the order of the references: `img-0`, `img-1`, .. */
  ids: string[];
  /** What they count. */
  tokens: number;
}

/**
 * The pictures that a recipe selects of a document, by name. A text prints their references, which engines know them by;
 * the pictures themselves go beside it. When they do not all fit the last ones go, since no part of a picture can.
 * @param budget tokens of text and pictures together
 */
export function selectPictures(document: JudgedDocument, recipe: Recipe, budget: number, cuts: CutList): Pictures {
  const selected = recipe.fields.flatMap((path) => {
    const [root, name] = path.startsWith('images.') ? parseFieldPath(path, '') : [];
    return root === 'images' && Object.hasOwn(document.images, name) ? [name] : [];
  });
  const names = [...new Set(selected)].sort();
  const room = Math.floor(budget / imageTokens);
  for (const name of names.slice(room)) cuts.add(`images.${name}`, 'images', 1);
  const kept = names.slice(0, room);
  return {
    document: { ...document, images: Object.fromEntries(kept.map((name, place) => [name, `img-${place}`])) },
    ids: kept.map((name) => document.images[name]),
    tokens: kept.length * imageTokens,
  };
}
