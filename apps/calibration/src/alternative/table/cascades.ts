import type { AlternativesCascade, AlternativesTable } from '@app/contracts/calibration';
import { type CascadeCosts, cascadePromise, inBillionths, pickCascade } from '@app/statistics';
import { RowCascade } from '../../figure/row-cascade';
import { JudgedRow } from './judged-row';
import { TableState } from './state';
import { countOf, percent } from './wording';

/** A scored alternative that costs less than the version. */
interface Cheaper {
  judged: JudgedRow;
  costs: CascadeCosts;
  cascade: RowCascade;
}

/** Not a narrowing: that is asked instead of the version, where it is good enough. */
type Cascades = Required<Pick<AlternativesTable, 'cascades' | 'cascades_reason'>>;

/**
 * What asking a cheaper alternative first would be worth. Each pair is a look at the labels, so the 5 % are split over them, deleted rows
 * too. Nothing judges so.
 * @see docs/methods.md#a-cascade-of-two-engines
 */
export function cascadesOf(state: TableState, rows: readonly JudgedRow[]): Cascades {
  const none = (cascades_reason: string): Cascades => ({ cascades: [], cascades_reason });
  if (state.basis.kind !== 'fit') return none('There are no scores of the present version and epoch.');
  if (state.run !== null) return none('A run is under way; each of its alternatives makes a proof harder.');
  const scored = rows.filter(({ row, counted }) => row.inK && counted !== null);
  if (scored.length === 0) return none('No alternative of this month is scored.');
  if (scored.every(({ counted }) => counted?.comparison.cascade === null))
    return none('Only answers of yes or no can be asked of two engines in turn.');
  const cheaper = scored.flatMap(cheaperOf);
  const pairs = cheaper.length;
  if (pairs === 0) return none('No scored alternative costs less per answer than the version.');
  const found = cheaper
    .filter(({ judged }) => !judged.row.isDeleted)
    .flatMap((one) => cascadeOfRow(one, pairs, state) ?? [])
    .sort((a, b) => a.cost_per_answer - b.cost_per_answer);
  return found.length > 0 ? { cascades: found, cascades_reason: null } : none(unprovenSentence(pairs));
}

function cheaperOf(judged: JudgedRow): Cheaper[] {
  const { costPerAnswer, versionCostPerAnswer, comparison } = judged.counted?.score ?? {};
  // Documents of now may show already what happened.
  if (judged.row.contexts === 'live') return [];
  if (costPerAnswer == null || versionCostPerAnswer == null || !comparison?.cascade) return [];
  if (costPerAnswer >= versionCostPerAnswer) return [];
  return [{ judged, costs: { cheap: costPerAnswer, dear: versionCostPerAnswer }, cascade: comparison.cascade }];
}

/** A threshold that was changed since the row was scored is not compared. */
function cascadeOfRow(
  { judged, costs, cascade: { curve, thresholds } }: Cheaper,
  pairs: number,
  state: TableState,
): AlternativesCascade | null {
  const kept = thresholds.flatMap((one, at) =>
    state.thresholds[one.name] === one.at ? [{ ...one, curve: curve.cuts[at] }] : [],
  );
  const picked = pickCascade(curve, costs, { pairs, cuts: kept.map((one) => one.curve) });
  return (
    picked && {
      first: judged.row.id,
      then: 'version',
      low: picked.low,
      high: inBillionths(1 - picked.low),
      asked: picked.asked,
      cost_per_answer: picked.costPerAnswer,
      harmed: picked.harmed,
      harmed_at_most: picked.harmedAtMost,
      accuracy: picked.accuracy.cascade,
      version_accuracy: picked.accuracy.dear,
      thresholds: kept.map(({ name, at }, place) => {
        const { differs, harmed } = picked.cuts[place];
        return {
          name,
          threshold: at,
          differs: differs.share,
          differs_at_most: differs.atMost,
          harmed: harmed.share,
          harmed_at_most: harmed.atMost,
        };
      }),
    }
  );
}

/** With nobody harmed, n documents prove 1 - (0.05 / pairs)^(1 / n). */
function unprovenSentence(pairs: number): string {
  const documents = Math.ceil(Math.log(0.05 / pairs) / Math.log(1 - cascadePromise));
  return `Of ${countOf(pairs, 'cheaper alternative')} none is proven to save anything and harm at most ${percent(cascadePromise)} of the documents; with none harmed that takes ${documents} labelled documents.`;
}
