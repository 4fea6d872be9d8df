import type { JudgmentSnapshot as PublishedSnapshot } from '@app/contracts/documents';
import type { JudgmentSnapshot } from '@app/definition';
import { jsonBytes, sameJson } from '@app/json';

/** More, or larger ones, count as one that applies to every document: snapshots lie in memory, and each write tests them. */
const maxScopes = 16;
const maxBytes = 16 * 1024;

/** What a stored snapshot knows of the versions that were active before. */
export interface EarlierScopes {
  /** Their `applies_to`, each once; null of one that applies to every document. */
  earlier_applies_to?: PublishedSnapshot['applies_to'][];
}

const everyDocument = [null];

/** `applies_to` of the versions that were active before a snapshot; of a snapshot that does not say, of every document. */
export function earlierScopesOf({
  earlier_applies_to: scopes = everyDocument,
}: EarlierScopes): JudgmentSnapshot['appliesTo'][] {
  return scopes as JudgmentSnapshot['appliesTo'][];
}

/**
 * The same after another snapshot has taken the place of one.
 * @param before null where there was none
 */
export function nextEarlierScopes(
  before: (PublishedSnapshot & EarlierScopes) | null,
  after: PublishedSnapshot,
): Required<EarlierScopes> {
  if (before === null) return { earlier_applies_to: [] };
  const known = before.earlier_applies_to ?? everyDocument;
  const isKnown =
    before.active_version === after.active_version || known.some((one) => sameJson(one, before.applies_to));
  const scopes = isKnown ? known : [...known, before.applies_to];
  const isSmall = scopes.length <= maxScopes && jsonBytes(scopes) <= maxBytes;
  return { earlier_applies_to: isSmall ? scopes : everyDocument };
}
