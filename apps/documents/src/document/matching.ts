import type { PatchContent } from '@app/contracts';
import type { Filter } from '@app/filter';
import { Problem } from '@app/problem';
import { WriteOperations } from './operations';

/** What is done to every document that a filter holds for; a deletion when there is no patch. */
export interface Matching {
  filter: Filter;
  patch: PatchContent | null;
}

/** The operations of a write on some documents. */
export function operationsOn({ patch }: Matching, ids: readonly string[]): WriteOperations {
  return patch === null
    ? { delete: ids.map((id) => ({ id })) }
    : { patch: ids.map((id) => ({ id, attributes: patch.attributes, state: patch.state, images: patch.images })) };
}

const ofList = /^\/patch\/(\d+)/;

/** A refusal of one document's patch, at its place in a request by filter and with the document's id. */
export function placed(error: unknown, ids: readonly string[]): unknown {
  if (!(error instanceof Problem)) return error;
  const { path } = error.details;
  const index = path === undefined ? null : ofList.exec(path);
  if (path === undefined || index === null) return error;
  const details = {
    ...error.details,
    path: path.replace(ofList, '/patch_by_filter/patch'),
    documents: [ids[Number(index[1])]],
  };
  return new Problem(error.code, error.message.replaceAll(path, details.path), details);
}
