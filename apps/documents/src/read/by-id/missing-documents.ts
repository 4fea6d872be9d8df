import { Problem } from '@app/problem';
import type { UsageView } from '@app/contracts';

/** Ids that the sentence names; the details hold all of them. */
const named = 3;

/**
 * The refusal of a request that names documents which do not exist.
 * @param missing their ids, at least one
 * @param usage of the other documents, when answers about them were judged and billed all the same
 */
export function documentsMissing(missing: readonly string[], usage?: UsageView | null): Problem {
  const ids = missing.slice(0, named).map((id) => `\`${id}\``);
  const others = missing.length - ids.length;
  const list = others > 0 ? `${ids.join(', ')} and ${others} more` : ids.join(' and ');
  const [head, them] = missing.length === 1 ? ['is no document', 'it'] : ['are no documents', 'them'];
  const billed = usage && usage.judgment_units > 0 ? ' The others were judged, and charged.' : '';
  return new Problem('not_found', `There ${head} ${list} here; leave ${them} out, or write ${them} first.${billed}`, {
    documents: [...missing],
    ...(usage && { usage }),
  });
}
