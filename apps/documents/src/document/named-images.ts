import type { JsonObject } from '@app/json';
import { Problem } from '@app/problem';
import { WriteOperations } from './operations';

/** A picture that a write has documents name, and where it stands in the request. */
export interface NamedImage {
  id: string;
  pointer: string;
}

/** What a write names of pictures; names that it takes away are none. */
export function namedImages(write: WriteOperations): NamedImage[] {
  return (['upsert', 'patch'] as const).flatMap((kind) =>
    (write[kind] ?? []).flatMap(({ images }, index) => namedIn(images, `/${kind}/${index}`)),
  );
}

/** @param pointer of the operation or patch that holds the images */
export function namedIn(images: object | undefined, pointer: string): NamedImage[] {
  if (images === undefined) return [];
  return Object.entries(images as JsonObject).flatMap(([name, id]) =>
    typeof id === 'string' ? [{ id, pointer: `${pointer}/images/${name}` }] : [],
  );
}

/** @throws Problem `unknown_image` for one that was never stored here, `image_erased` for one whose bytes are gone */
export function assertStored(named: readonly NamedImage[], held: ReadonlyMap<string, { erased: boolean }>): void {
  for (const { id, pointer: path } of named) {
    const image = held.get(id);
    if (image === undefined)
      throw new Problem('unknown_image', `No image \`${id}\` is stored here; upload it first.`, { path });
    if (image.erased)
      throw new Problem('image_erased', `The image \`${id}\` was erased; upload it again, or name another.`, { path });
  }
}
