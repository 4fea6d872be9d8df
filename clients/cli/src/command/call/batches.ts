/** Documents that one request names at most. */
export const mostIds = 100;

/** Ids in their order, each once, a request's worth at a time. */
export function* batchesOf(ids: readonly string[], most = mostIds): Generator<readonly string[]> {
  const each = [...new Set(ids)];
  for (let at = 0; at < each.length; at += most) yield each.slice(at, at + most);
}
