import {
  BoundKind,
  clopperPearson,
  clopperPearsonLower,
  lowerBound,
  wilson,
  wilsonLower,
} from '../interval/proportion';
import { delong } from '../test/delong';
import { detectable } from '../test/detectable';
import { bonferroni, familyLevel, holm, rejected } from '../test/multiplicity';
import { johnsonT, pairedT, signFlip } from '../test/paired';
import { compareReads } from '../test/verdict';
import { Candidates, candidatesOf, precisionAt, recallAt } from '../threshold/candidates';
import { costPick, pointPick, recallPick, scanPick, sequencePick } from '../threshold/pick';

interface Pair {
  active: number[];
  alternative: number[];
  y: number[];
}

export function delongTest({ active, alternative, y }: Pair): unknown {
  const test = delong(active, alternative, y);
  const variances = { variance_active: test.varianceActive, variance_alternative: test.varianceAlternative };
  return {
    auroc_active: test.active,
    auroc_alternative: test.alternative,
    difference: test.difference,
    ...(test.variance === null ? {} : variances),
    variance: test.variance,
    z: test.z,
    p_greater: test.pGreater,
    p_two_sided: test.pTwoSided,
  };
}

export function pairedTests({ d }: { d: number[] }): unknown {
  const johnson = johnsonT(d);
  return { ...pairedT(d), tJohnson: johnson.t, pJohnson: johnson.pGreater, pSignFlip: signFlip(d) };
}

/** The vectors leave a decision open when an adjusted p equals the level, since rounding would decide it. */
function decisions(adjusted: number[][]): Record<string, boolean[] | null> {
  const open = adjusted.some((ps) => ps.length > 1 && ps.some((p) => Math.abs(p - familyLevel) < 1e-9));
  const [rejectBonferroni, rejectHolm] = adjusted.map((ps) => (open ? null : rejected(ps)));
  return { rejectBonferroni, rejectHolm };
}

export function multiplicity({ p }: { p: number[] }): unknown {
  const [simple, stepped] = [bonferroni(p), holm(p)];
  return { bonferroni: simple, holm: stepped, ...decisions([simple, stepped]) };
}

export function intervals({ k, n, confidence }: { k: number; n: number; confidence: number }): unknown {
  return {
    wilson: wilson(k, n, confidence),
    clopperPearson: clopperPearson(k, n, confidence),
    wilsonLowerOneSided: wilsonLower(k, n, confidence),
    clopperPearsonLowerOneSided: clopperPearsonLower(k, n, confidence),
  };
}

export function verdicts({
  active,
  alternative,
  y,
  k,
  guardFraction,
}: Pair & { k: number; guardFraction: number }): unknown {
  const { mean, ...row } = compareReads({ active, alternative, y }, k, guardFraction);
  const planned = detectable(active, y, k);
  return { ...row, gain: mean, detectableLogLoss: planned.logLoss, detectableAuroc: planned.auroc };
}

interface ThresholdInput {
  p: number[];
  y: number[];
  targetPrecision: number;
  targetRecall: number;
  bound: string;
  cFp: number;
  cFn: number;
}

function shown(candidates: Candidates, at: number | null, bound?: BoundKind): unknown {
  if (at === null) return null;
  const [selected, hits] = [candidates.selected[at], candidates.truePositives[at]];
  return {
    threshold: candidates.threshold[at],
    selected,
    true_positives: hits,
    precision: precisionAt(candidates, at),
    recall: recallAt(candidates, at),
    ...(bound ? { lower: lowerBound(bound, hits, selected) } : {}),
  };
}

export function thresholds(input: ThresholdInput): unknown {
  const candidates = candidatesOf(input);
  const bound = input.bound === 'wilson' ? 'wilson' : 'clopper_pearson';
  const { at, cost } = costPick(candidates, input.cFp, input.cFn);
  return {
    point: shown(candidates, pointPick(candidates, input.targetPrecision), bound),
    scan: shown(candidates, scanPick(candidates, input.targetPrecision, bound), bound),
    sequence: shown(candidates, sequencePick(candidates, input.targetPrecision, bound), bound),
    recall: shown(candidates, recallPick(candidates, input.targetRecall)),
    cost: { threshold: at === null ? null : candidates.threshold[at], cost },
  };
}
