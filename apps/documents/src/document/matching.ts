import type { PatchContent } from '@app/contracts/documents';
import type { Filter } from '@app/filter';
import { Problem } from '@app/problem';
import { WriteOperations } from './operations';

/** A write by filter: a patch of every document that a filter holds for, or their deletion when there is no patch. */
export interface Matching {
  filter: Filter;
  patch: PatchContent | null;
}

/** The operations of a write by filter on some documents. */
export function operationsOn({ patch }: Matching, ids: readonly string[]): WriteOperations {
  return patch === null
    ? { delete: ids.map((id) => ({ id })) }
    : { patch: ids.map((id) => ({ id, attributes: patch.attributes, state: patch.state, images: patch.images })) };
}

const patchPointer = /^\/patch\/(\d+)/;

/**
 * The refusal of one of those operations as the sender of the write by filter can understand it: with the pointer of
 * the patch that it sent, and the id of the document that cannot take the patch. Any other error stays as it is.
 */
export function atByFilter(error: unknown, ids: readonly string[]): unknown {
  if (!(error instanceof Problem)) return error;
  const { path } = error.details;
  const index = path === undefined ? null : patchPointer.exec(path);
  if (path === undefined || index === null) return error;
  const own = path.replace(patchPointer, '/patch_by_filter/patch');
  return error.with({ path: own, documents: [ids[Number(index[1])]] }, error.message.replaceAll(path, own));
}
