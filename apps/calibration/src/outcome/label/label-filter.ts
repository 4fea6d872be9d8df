import { CalibrationOutcomeFilter, LabelFilterView, outcomeSources } from '@app/contracts/calibration';
import { instantOf } from '@app/definition';
import { invalid } from '@app/problem';

/** The labels that a fit or a report takes. Times are UTC with milliseconds. */
export interface LabelFilter {
  sources: string[];
  since: string | null;
  until: string | null;
}

export const everyLabel: LabelFilter = { sources: [...outcomeSources], since: null, until: null };

/**
 * Reads the sources of a query string. No source, or an empty text, means all sources.
 * @throws Problem `invalid_request` for a source that does not exist, or that the text names twice
 */
export function readSources(text: string | undefined): string[] {
  const named = (text ?? '').split(',').filter((source) => source !== '');
  const isKnown = named.every((source) => outcomeSources.some((known) => known === source));
  if (!isKnown || new Set(named).size < named.length) {
    throw invalid(
      'bad_enum',
      '/sources',
      `\`sources\` must be a comma-separated list of ${outcomeSources.join(', ')}, each at most once.`,
    );
  }
  return named.length === 0 ? [...outcomeSources] : named;
}

/** The filter of a run; null or left out keeps every label. */
export function filterOf(outcomes: CalibrationOutcomeFilter | null | undefined): LabelFilter {
  const { sources = [], ...window } = outcomes ?? {};
  return { sources: sources.length === 0 ? [...outcomeSources] : sources, ...windowOf(window) };
}

/** The times of a filter, which a client may send with any offset. */
export function windowOf({ since, until }: { since?: string; until?: string }): Pick<LabelFilter, 'since' | 'until'> {
  return { since: inUtc(since), until: inUtc(until) };
}

function inUtc(time: string | undefined): string | null {
  return time === undefined ? null : (instantOf(time) ?? time);
}

/** Whether a filter keeps every label. */
export function keepsAll({ sources, since, until }: LabelFilter): boolean {
  return sources.length === outcomeSources.length && since === null && until === null;
}

/** A filter as reports show it; null when it keeps every label. */
export function filterView(filter: LabelFilter): LabelFilterView | null {
  if (keepsAll(filter)) return null;
  const { sources, since, until } = filter;
  return { sources: sources.length === outcomeSources.length ? null : sources, since, until };
}
