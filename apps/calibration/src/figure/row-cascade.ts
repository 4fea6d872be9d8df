import type { Thresholds } from '@app/definition';
import { CascadeCurve, CascadeCut, cascadeCurve, cascadePromise, inBillionths } from '@app/statistics';
import { readLabel } from './fit/make-fit';
import { rankingOf } from './fit/ranking';
import { Side, SideReads } from './side';

/** What asking an alternative before the version would come to on the labels that both have. Plain numbers, stored as they are. */
export interface RowCascade {
  curve: CascadeCurve;
  /** The thresholds that `curve.cuts` are of, as they were when the row was scored. */
  thresholds: { name: string; at: number }[];
}

/**
 * Tries the rules of a cascade of a bool: the alternative's calibrated answer stands where it is sure, else the version is asked.
 * Thresholds act on the version's raw p. An answer of the alternative that stands acts where its calibrated read lies on or above
 * what the version's fit reads of the threshold; where that fit reads more than p, no threshold is compared.
 * @param weights how many answers each label stands for; null: one
 * @returns null for a choice and a score
 */
export function rowCascadeOf(
  version: Side,
  reads: { version: SideReads; alternative: SideReads },
  weights: Float64Array | null,
  thresholds: Thresholds,
): RowCascade | null {
  const { form, y, units } = version.set;
  if (form.type !== 'bool') return null;
  const acting = actingOf(reads.version, thresholds);
  const cuts = acting.map(({ at }) => cutOf(version, reads, at));
  const [cheap, dear] = [reads.alternative.reads, reads.version.reads];
  return { curve: cascadeCurve({ cheap, dear, y, units, weights, cuts }, cascadePromise), thresholds: acting };
}

/** The thresholds on p, where the version's fit keeps the order of its answers. */
function actingOf({ stored }: SideReads, thresholds: Thresholds): RowCascade['thresholds'] {
  if (rankingOf(stored) !== 'rising') return [];
  return Object.entries(thresholds).flatMap(([name, at]) => (typeof at === 'number' ? [{ name, at }] : []));
}

function cutOf(version: Side, reads: { version: SideReads; alternative: SideReads }, at: number): CascadeCut {
  const [asRead] = readLabel(reads.version.stored, { ...version.set, reads: Float64Array.of(at) }, 0);
  // As thresholds compare: in billionths. The thread that computes has nothing of definitions.
  const acts = (p: number) => (inBillionths(p) >= inBillionths(at) ? 1 : 0);
  return {
    cheap: reads.alternative.reads.map((p) => (p >= asRead ? 1 : 0)),
    dear: version.set.reads.map(acts),
  };
}
