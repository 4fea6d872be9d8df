/**
 * The first version of a judgment that a namespace detached from a template. Its answers keep the template's judgment id,
 * so the version has two numbers: answers store `stored`, and users see `shown`.
 */
export interface CopiedVersion {
  /** The template's active version when the namespace detached its copy. */
  stored: number;
  /** The copy's own number: 1, or the next number when the name had own versions before. */
  shown: number;
}

/** Later versions of a copy are stored above this number, which no template reaches. */
const ownVersions = 1_000_000;

/** The number that the answers of a version store. */
export function storedVersion(copied: CopiedVersion | null, shown: number): number {
  if (copied === null) return shown;
  return shown === copied.shown ? copied.stored : ownVersions + shown;
}

/**
 * The number that users see for a stored one. Versions of the template from before the copy keep the template's number;
 * versions of a deleted copy keep the copy's number.
 */
export function shownVersion(copied: CopiedVersion | null, stored: number): number {
  if (stored === copied?.stored) return copied.shown;
  return stored > ownVersions ? stored - ownVersions : stored;
}

/** `shownVersion` in SQL, for filters on a version. @param column SQL of an int; never text of a user */
export function shownVersionSql(copied: CopiedVersion | null, column: string): string {
  const { stored = 0, shown = 0 } = copied ?? {};
  if (!Number.isSafeInteger(stored) || !Number.isSafeInteger(shown)) throw new Error('versions are whole numbers');
  return `(case when ${column} = ${stored} then ${shown} when ${column} > ${ownVersions} then ${column} - ${ownVersions} else ${column} end)`;
}
