import type { Candidate, ScalarValue } from './candidate';
import { isBinary, isId, isNameable, isTimestamp, isUrl } from './shape';

/** Why a path is not suggested [CTX-11]. */
export const exclusionReasons = ['id', 'timestamp', 'url', 'binary', 'image', 'long', 'rare', 'too_many'] as const;
export type ExclusionReason = (typeof exclusionReasons)[number];

/** The cut-offs of docs/contract.md#13-limits. */
export const cutOffs = {
  /** A path in fewer than this percentage of the documents is `rare`. */
  rarePercent: 10,
  /** A path with a greater median of tokens is `long`. */
  longTokens: 500,
  /** Percentage of values of one shape, or of distinct values of a name that ends in id, uuid or key. */
  shapePercent: 95,
  /** Paths beyond this number are `too_many`. */
  maxPaths: 40,
} as const;

const idName = /(id|uuid|key)$/i;

/** Why a path is left out regardless of the others; undefined when it may stay. */
export function exclusionOf(candidate: Candidate, documents: number): ExclusionReason | undefined {
  const { tokens, values } = candidate;
  if (tokens.length * 100 < cutOffs.rarePercent * documents) return 'rare';
  if (candidate.root === 'images') return undefined;
  if (areMostly(values, isBinary)) return 'binary';
  if (areMostly(values, isTimestamp)) return 'timestamp';
  if (areMostly(values, isUrl)) return 'url';
  if (areMostly(values, isId) || isNamedId(candidate)) return 'id';
  return median(tokens) > cutOffs.longTokens ? 'long' : undefined;
}

function areMostly(values: readonly ScalarValue[], test: (value: ScalarValue) => boolean): boolean {
  return isShare(values.filter(test).length, values.length);
}

function isNamedId({ name, values }: Candidate): boolean {
  return idName.test(name) && areMostly(values, isNameable) && isShare(new Set(values).size, values.length);
}

function isShare(part: number, all: number): boolean {
  return part * 100 >= cutOffs.shapePercent * all;
}

function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
