import { filterPaths } from '@app/filter';
import { InvalidationIndex, compileInvalidationIndex } from '../../answer/staleness/invalidation-index';
import { subjectOf } from '../../document/document';
import { Draft, subjectAfter } from '../../document/draft';
import { InForce, JudgmentInForce, appliesTo, derivedOnce } from '../../namespace/snapshot/in-force';
import { KnownEdge, isSelf } from './edges';
import { watchesOf } from './watch';

/** A judgment whose answers edges read, and which does not apply to every document. */
interface Selective {
  judgment: JudgmentInForce;
  edges: readonly KnownEdge[];
}

interface SelectiveUpstreams {
  all: readonly Selective[];
  /** Those whose `applies_to` reads what a change of a document touches. */
  touched: InvalidationIndex;
}

const selectiveUpstreams = derivedOnce((inForce: InForce): SelectiveUpstreams => {
  const all = [...watchesOf(inForce)].flatMap(([judgmentId, watches]): Selective[] => {
    const judgment = inForce.byId.get(judgmentId);
    if (!judgment || judgment.appliesToFilter === null) return [];
    return [{ judgment, edges: watches.map(({ edge }) => edge) }];
  });
  const touched = compileInvalidationIndex(
    all.map(({ judgment: { appliesToFilter } }) => ({
      readPaths: appliesToFilter ? filterPaths(appliesToFilter) : [],
    })),
  );
  return { all, touched };
});

/**
 * The edges that read an answer about a document which begins or ceases to count with a change of it, since its judgment's
 * `applies_to` matches one side of the change alone. Whether there is an answer is not looked up: without one nothing moves,
 * and the readers compile the context that they had.
 */
export function recountedEdges(
  { id, before, after }: Pick<Draft, 'id' | 'before' | 'after'>,
  inForce: InForce,
  nowMs: number,
): KnownEdge[] {
  // A new document has no answers, and with a deleted one its edges go by what they read of it.
  if (before === null || after === null) return [];
  const { all, touched } = selectiveUpstreams(inForce);
  if (all.length === 0) return [];
  const found = touched(before, after);
  if (found.length === 0) return [];
  const [was, is] = [subjectOf(before), subjectAfter(id, after, nowMs)];
  return found.flatMap((index) => {
    const { judgment, edges } = all[index];
    return appliesTo(judgment, was, nowMs) === appliesTo(judgment, is, nowMs) ? [] : edges;
  });
}

/** Ids of the judgments that read answers about the judged document itself through some edges. */
export function ownDependents(edges: readonly KnownEdge[]): ReadonlySet<string> {
  return new Set(edges.filter(isSelf).map(({ judgmentId }) => judgmentId));
}
