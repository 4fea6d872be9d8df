import { BoundOutcome } from './bound-outcome';

/** A stored outcome that has the document and an identity of a posted one. */
export interface StoredOutcome {
  id: string;
  document: string;
  identity: string;
  value: boolean | string | number | null;
  escape: boolean;
  answer_id: string | null;
}

/** What a post changes: new outcomes, outcomes with another value, and how many stay as they are. */
export interface OutcomeChanges {
  recorded: BoundOutcome[];
  replaced: { id: string; bound: BoundOutcome }[];
  unchanged: number;
}

/**
 * Compares the outcomes of a post with the stored ones. An outcome that names an answer, or whose answer has come since,
 * also replaces the unmatched outcome that is equal in all else.
 */
export function changesOf(posts: BoundOutcome[], stored: StoredOutcome[]): OutcomeChanges {
  const byKey = new Map(stored.map((row) => [JSON.stringify([row.document, row.identity]), row]));
  const find = (document: string, identity: string | null) => byKey.get(JSON.stringify([document, identity]));
  const changes: OutcomeChanges = { recorded: [], replaced: [], unchanged: 0 };
  for (const bound of posts) {
    const same = find(bound.document, bound.identity);
    const unmatched = same ? undefined : find(bound.document, bound.unmatchedIdentity);
    if (same && same.value === bound.value && same.escape === bound.escape) changes.unchanged++;
    else if (same) changes.replaced.push({ id: same.id, bound });
    else if (unmatched && unmatched.answer_id === null) {
      changes.replaced.push({ id: unmatched.id, bound });
      byKey.delete(JSON.stringify([unmatched.document, unmatched.identity]));
    } else changes.recorded.push(bound);
  }
  return changes;
}

/** Posts whose answer is kept no longer, and whose stored outcome has had it since before: their label lives on. */
export function stillLabelled(posts: readonly BoundOutcome[], stored: readonly StoredOutcome[]): Set<BoundOutcome> {
  const labelled = new Set(
    stored.flatMap(({ document, identity, answer_id: answer }) =>
      answer === null ? [] : [JSON.stringify([document, identity])],
    ),
  );
  return new Set(
    posts.filter(
      ({ document, identity, isExpired }) => isExpired && labelled.has(JSON.stringify([document, identity])),
    ),
  );
}
