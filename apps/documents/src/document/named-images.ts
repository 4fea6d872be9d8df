import { under } from '@app/definition';
import type { JsonObject } from '@app/json';
import { WriteOperations } from './operations';

/** An image that a write makes documents name, and where it stands in the request. */
export interface NamedImage {
  id: string;
  pointer: string;
}

/** The images that a write names. A name that it removes is none. */
export function namedImages(write: WriteOperations): NamedImage[] {
  return (['upsert', 'patch'] as const).flatMap((kind) =>
    (write[kind] ?? []).flatMap(({ images }, index) => namedIn(images, `/${kind}/${index}`)),
  );
}

/** @param pointer of the operation or patch that holds the images */
export function namedIn(images: object | undefined, pointer: string): NamedImage[] {
  if (images === undefined) return [];
  return Object.entries(images as JsonObject).flatMap(([name, id]) =>
    typeof id === 'string' ? [{ id, pointer: under(`${pointer}/images`, name) }] : [],
  );
}
