import { AlternativeHeldOut, AlternativesQuote } from '@app/contracts/calibration';
import { RowStatistic } from '@app/statistics';
import { RowScore } from '../score/row-score';
import { TableRow, TableState } from './state';

export const nowMs = Date.parse('2026-11-23T06:00:00Z');
export const madeAtMs = Date.parse('2026-11-20T02:10:00Z');

export function heldOutOf(log_loss: number, others: Partial<AlternativeHeldOut> = {}): AlternativeHeldOut {
  return {
    read_with: 'calibrated',
    log_loss,
    ece: 0.02,
    brier: 0.09,
    auroc: 0.8,
    precision_at_5: 0.9,
    precision_at_10: 0.8,
    accuracy: 0.88,
    features_only: null,
    ...others,
  };
}

/** A row whose gain is `gain` nats with one-sided `p`, of a version with a loss of 0.291. */
export function statisticOf(gain: number, p: number, others: Partial<RowStatistic> = {}): RowStatistic {
  return {
    labels: 412,
    rarer: 90,
    units: 412,
    gain,
    standardError: 0.012,
    guard: -1.1,
    p,
    versionLogLoss: 0.291,
    ratios: { deviation: 0.7, guard: 0.35 },
    auroc: { difference: 0.01, standardError: 0.02, p: 0.31 },
    accuracy: { difference: 0.005, standardError: 0.01 },
    ...others,
  };
}

export function scoreOf(statistic: RowStatistic, others: Partial<RowScore> = {}): RowScore {
  const { versionLogLoss, gain, accuracy } = statistic;
  return {
    labels: statistic.labels,
    skipped: { deleted: 0, image_erased: 0, not_derivable: 0, failed: 0 },
    comparison: {
      heldOut: heldOutOf(versionLogLoss - gain, { accuracy: 0.88 + accuracy.difference }),
      versionHeldOut: heldOutOf(versionLogLoss),
      statistic,
    },
    costPerAnswer: 2.5,
    versionCostPerAnswer: 1,
    units: 1030,
    costUsd: 2.06,
    scoredAtMs: nowMs - 3_600_000,
    inLaterRun: false,
    ...others,
  };
}

let rows = 0;

/** An engine alternative; each call gives another id. */
export function rowOf(score: RowScore | null, others: Partial<TableRow> = {}): TableRow {
  rows += 1;
  return {
    id: `alt_${rows.toString(16).padStart(16, '0')}`,
    source: 'automatic',
    drafted: false,
    namedBy: null,
    namedAtMs: null,
    definition: { question: 'Late?', engine: { name: 'gpt-6-luna', version: 'current' } },
    differs: ['engine: gpt-6-luna current'],
    contexts: 'stored',
    inK: true,
    isDeleted: false,
    score,
    ...others,
  };
}

/** A narrowing that drops a path. @param cost judgment units per answer, of the version's 1 */
export function narrowingOf(cost: number, statistic: RowStatistic | null, others: Partial<TableRow> = {}): TableRow {
  const score = statistic && scoreOf(statistic, { costPerAnswer: cost, units: 0, costUsd: 0 });
  return rowOf(score, {
    definition: { question: 'Late?', context: { fields: ['state.text'] } },
    differs: ['context: without state.secret_log'],
    contexts: 'narrowed',
    inK: false,
    ...others,
  });
}

export function quoteOf(others: Partial<AlternativesQuote> = {}): AlternativesQuote {
  const item = { id: 'alt_9f', contexts: 'stored' as const, tokens: 201_344, judgment_units: 1012.5, cost_usd: 2.025 };
  return {
    status: 'ready',
    generation: 7,
    computed_at: '2026-11-23T05:00:00.000Z',
    labels: 412,
    alternatives: [{ ...item, labels: 405, new_provider: false }],
    judgment_units: 1012.5,
    tokens: 201_344,
    cost_usd: 2.025,
    detectable: { log_loss: 0.0312, auroc: 0.028, k: 1 },
    new_providers: [],
    upstream: [],
    reason: null,
    ...others,
  };
}

export function stateOf(others: Partial<TableState> = {}): TableState {
  return {
    plan: 'team',
    nowMs,
    version: 3,
    setting: { automatic: false, skipEngines: [], outcomes: null },
    basis: { kind: 'fit', engineVersion: 'current+2026-11-02.1', madeAtMs },
    thresholds: {},
    labels: { count: 412, sampled: false, usedIn: null },
    rows: [],
    quote: null,
    run: null,
    isBudgetPaused: false,
    month: { scored: 0, quoted: null },
    ...others,
  };
}
