import type { Queryable } from '@app/persistence';
import { Problem } from '@app/problem';
import { NamedImage } from '../document/named-images';
import { lockImages } from './image.store';

/**
 * Checks that the images which documents are to name are stored, and keeps them from being erased until the
 * transaction ends.
 * @param namespaceId null while the namespace does not exist
 * @throws Problem `unknown_image` for an image that was never stored here, `image_erased` for an erased one
 */
export async function assertStored(
  tx: Queryable,
  namespaceId: string | null,
  named: readonly NamedImage[],
): Promise<void> {
  if (named.length === 0) return;
  const ids = [...new Set(named.map(({ id }) => id))];
  const stored = namespaceId === null ? new Map<string, never>() : await lockImages(tx, namespaceId, ids);
  for (const { id, pointer: path } of named) {
    const image = stored.get(id);
    if (image === undefined) {
      throw new Problem('unknown_image', `No image \`${id}\` is stored here; upload it first.`, { path });
    }
    if (image.erased) {
      throw new Problem('image_erased', `The image \`${id}\` was erased; upload it again, or name another.`, { path });
    }
  }
}
