/**
 * The first version of a judgment that a namespace detached from a template. Its answers go on under the template's
 * judgment id, so both versions' numbers are needed: `stored` stands with the answers, `shown` is what people read.
 */
export interface CopiedVersion {
  /** The template's active version at the moment of detaching. */
  stored: number;
  /** The copy's own number of it: 1, or the next one when the name had versions of its own before. */
  shown: number;
}

/** Later versions of a copy are stored above this, where no template's numbers reach. */
const ownVersions = 1_000_000;

/** The number that stands with the answers of a version. */
export function storedVersion(copied: CopiedVersion | null, shown: number): number {
  if (copied === null) return shown;
  return shown === copied.shown ? copied.stored : ownVersions + shown;
}

/**
 * The number that is read of a stored one. Versions of the template before the copy keep the template's number, and
 * those of a copy that was deleted since keep the copy's.
 */
export function shownVersion(copied: CopiedVersion | null, stored: number): number {
  if (stored === copied?.stored) return copied.shown;
  return stored > ownVersions ? stored - ownVersions : stored;
}

/** `shownVersion` in SQL, for filters on a version. `column` is an int and no text of a user. */
export function shownVersionSql(copied: CopiedVersion | null, column: string): string {
  const { stored = 0, shown = 0 } = copied ?? {};
  if (!Number.isSafeInteger(stored) || !Number.isSafeInteger(shown)) throw new Error('versions are whole numbers');
  return `(case when ${column} = ${stored} then ${shown} when ${column} > ${ownVersions} then ${column} - ${ownVersions} else ${column} end)`;
}
