import { imageTokens } from '@app/rating';
import { parseFieldPath } from '../path/field-path';
import type { JudgedDocument, Recipe } from '../recipe/recipe';
import type { CutList } from './cut';

export interface SelectedImages {
  /** The document with references in place of the selected images, and without the other images. */
  document: JudgedDocument;
  /** Ids in the order of the references: `img-0`, `img-1`, .. */
  ids: string[];
  /** Tokens of the selected images. */
  tokens: number;
}

/**
 * Selects the images that a recipe names. The text prints references to them; the engine gets the images beside the text.
 * When they do not all fit, the last ones are dropped, since an image cannot be cut.
 * @param budget tokens for text and images together
 */
export function selectImages(document: JudgedDocument, recipe: Recipe, budget: number, cuts: CutList): SelectedImages {
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
