import { Alternative, AlternativeChange, AlternativeTest } from '@app/contracts/calibration';
import { RowStatistic, losesAtMost } from '@app/statistics';
import { CountedScore, JudgedRow } from './judged-row';
import { savingOf } from './order';

/** A row as it is replied. @param showsWording whether the plan shows what a narrowing leaves out */
export function rowView(judged: JudgedRow, correctedFor: number, showsWording: boolean): Alternative {
  const { row, verdict, counted, score } = judged;
  const isShown = row.inK || showsWording;
  const isScored = verdict !== 'unscored';
  return {
    id: row.id,
    source: row.source,
    drafted: row.drafted,
    named_by: row.namedBy,
    named_at: stamp(row.namedAtMs),
    differs: isShown ? row.differs : null,
    definition: isShown ? row.definition : null,
    in_k: row.inK,
    contexts: row.contexts,
    as_of: row.contexts === 'live' ? 'now' : null,
    labels: score?.labels ?? 0,
    labels_skipped: score?.skipped ?? noneSkipped(),
    cost_per_answer: isScored ? (score?.costPerAnswer ?? null) : null,
    unit_reduction: savingOf(judged),
    held_out: counted?.comparison.heldOut ?? null,
    change: counted && changeOf(counted, row.inK ? correctedFor : 0),
    verdict,
    moves_ranking: counted?.found.movesRanking ?? false,
    scored_at: isScored && score ? stamp(score.scoredAtMs) : null,
    billed: isScored && score && row.inK ? { judgment_units: score.units, cost_usd: score.costUsd } : null,
  };
}

export function stamp(ms: number): string;
export function stamp(ms: number | null): string | null;
export function stamp(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}

function noneSkipped() {
  return { deleted: 0, image_erased: 0, not_derivable: 0, failed: 0 };
}

function changeOf({ comparison: { statistic }, found }: CountedScore, correctedFor: number): AlternativeChange {
  const { gain, standardError, p, auroc, accuracy } = statistic;
  const loss = { difference: -gain, standardError, p };
  const aurocLoss = auroc && { gain: auroc.difference, standardError: auroc.standardError };
  return {
    log_loss: { ...testOf(loss, found.pCorrected, correctedFor), loses_at_most: losesAtMost({ gain, standardError }) },
    auroc: auroc &&
      aurocLoss && { ...testOf(auroc, found.aurocPCorrected, correctedFor), loses_at_most: losesAtMost(aurocLoss) },
    accuracy: accuracy.difference,
  };
}

function testOf(
  { difference, standardError, p }: NonNullable<RowStatistic['auroc']>,
  pCorrected: number | null,
  correctedFor: number,
): AlternativeTest {
  return {
    difference: difference === 0 ? 0 : difference,
    standard_error: standardError,
    statistic: standardError > 0 ? difference / standardError : null,
    p,
    p_corrected: pCorrected,
    corrected_for: correctedFor,
  };
}
