import { AlternativesCurrent, AlternativesPlanRequired, AlternativesTable } from '@app/contracts/calibration';
import { cascadesOf } from './cascades';
import { headlineOf } from './headline';
import { JudgedRow, correctedFor, judgedRows } from './judged-row';
import { messageOf } from './message';
import { nextRunMs } from './next-run';
import { inOrder } from './order';
import { Preference, preferenceOf } from './preference';
import { rowView, stamp } from './row-view';
import { TableBasis, TableState } from './state';
import { shownOf, statusOf } from './status';

/** The reply of a read of the table: of equal states always the same, to the digit. */
export function tableOf(state: TableState): AlternativesTable {
  const rows = inOrder(judgedRows(state));
  const preference = preferredIn(state, rows);
  const status = statusOf(state, rows, preference);
  const shown = shownOf(rows);
  const k = correctedFor(state);
  const { setting, labels, plan } = state;
  const required = planRequired(plan);
  return {
    version: state.version,
    engine_version: engineVersionOf(state.basis),
    ...status,
    message: messageOf({ state, rows, preference, status }),
    automatic: setting.automatic,
    skip_engines: setting.skipEngines,
    labels: { count: labels.count, sampled: labels.sampled, outcomes: setting.outcomes },
    corrected_for: k,
    quote: state.quote,
    current: currentOf(shown),
    alternatives: shown.map((row) => rowView(row, k, required === null)),
    ...cascadesOf(state, rows),
    speaks_for: speaksForOf(shown),
    suggestion: preference?.suggestion ?? null,
    headline: preference && headlineOf(preference, k),
    computed_at: stamp(latestOf(shown)),
    next_run_after: stamp(nextRunMs(state)),
    plan_required: required,
  };
}

/** Nothing is suggested while a run may still take it back, nor against an engine that no longer answers. */
function preferredIn({ basis, run }: TableState, rows: readonly JudgedRow[]): Preference | null {
  return basis.kind === 'fit' && run === null ? preferenceOf(rows) : null;
}

function engineVersionOf(basis: TableBasis): string | null {
  return basis.kind === 'fit' || basis.kind === 'superseded' ? basis.engineVersion : null;
}

/** The version as the row with the most labels met it: rows that skip more compare with it on fewer. */
function currentOf(rows: readonly JudgedRow[]): AlternativesCurrent | null {
  const most = rows.reduce<JudgedRow['counted']>(
    (best, { counted }) => (counted && counted.score.labels > (best?.score.labels ?? 0) ? counted : best),
    null,
  );
  return most && { held_out: most.comparison.versionHeldOut, cost_per_answer: most.score.versionCostPerAnswer ?? 0 };
}

/** The rows have the labels of one month: what one of them cannot speak for, none can. Null also of rows from before it was looked at. */
function speaksForOf(rows: readonly JudgedRow[]): AlternativesTable['speaks_for'] {
  const said = rows.flatMap(({ counted }) => counted?.comparison.speaksFor ?? []);
  if (said.length === 0) return null;
  return said.includes('labelled') ? 'labelled' : 'all';
}

function latestOf(rows: readonly JudgedRow[]): number | null {
  const moments = rows.flatMap(({ verdict, score }) => (verdict === 'unscored' || !score ? [] : [score.scoredAtMs]));
  return moments.length === 0 ? null : Math.max(...moments);
}

function planRequired(plan: string): AlternativesPlanRequired | null {
  if (plan !== 'developer') return null;
  return {
    message: 'Scoring engines and named alternatives, and what narrowings leave out, need the Team plan.',
    capability: 'alternatives',
    required_plan: 'team',
    plan,
  };
}
