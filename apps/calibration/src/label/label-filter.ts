import { CalibrationOutcomeFilter, outcomeSources } from '@app/contracts';
import { invalid } from '@app/problem';

/** Which labels a fit or a report takes; times as sent. */
export interface LabelFilter {
  sources: string[];
  since: string | null;
  until: string | null;
}

export const everyLabel: LabelFilter = { sources: [...outcomeSources], since: null, until: null };

/** @throws Problem `invalid_request` for a source that does not exist, or named twice; none or left out is all */
export function readSources(text: string | undefined): string[] {
  const named = (text ?? '').split(',').filter((source) => source !== '');
  const isKnown = named.every((source) => outcomeSources.some((known) => known === source));
  if (!isKnown || new Set(named).size < named.length) {
    throw invalid(
      'bad_enum',
      '/sources',
      `\`sources\` must be some of ${outcomeSources.join(', ')}, each once, with commas between.`,
    );
  }
  return named.length === 0 ? [...outcomeSources] : named;
}

/** The filter that a run was sent with; null is every label. */
export function filterOf(outcomes: CalibrationOutcomeFilter | null | undefined): LabelFilter {
  const { sources = [], since = null, until = null } = outcomes ?? {};
  return { sources: sources.length === 0 ? [...outcomeSources] : sources, since, until };
}

/** Whether a filter keeps every label. */
export function keepsAll({ sources, since, until }: LabelFilter): boolean {
  return sources.length === outcomeSources.length && since === null && until === null;
}
