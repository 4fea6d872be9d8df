import { type Logger, logWork } from '@app/observability';
import { kindOf, Problem } from '@app/problem';
import type { FitRow } from '../figure/fit/fit';
import type { Judgment } from '../judgment/judgment';

/** A fit that ended: the fit, or why there is none. */
export type EndedFit = { fit: FitRow } | { error: unknown };

/** What a fit was made of. */
export interface FitAbout {
  organization: string;
  judgment: Judgment;
  /** The job that asked for it; left out of the fits of the night. */
  job?: string;
}

/** The log's line of a fit. @param ms from its first read to its commit */
export function logFit(logger: Logger, { organization, judgment, job }: FitAbout, ended: EndedFit, ms: number): void {
  logWork(logger, 'fit.ended', () => ({
    organization,
    scope: judgment.scope,
    judgment_id: judgment.judgment_id,
    judgment: judgment.name,
    version: judgment.active_version,
    ...(job !== undefined && { job }),
    ...('fit' in ended ? madeMembers(ended.fit) : { outcome: failureOf(ended.error) }),
    ms: Math.round(ms),
  }));
}

function madeMembers({ id, engine_version, labels, read_with }: FitRow) {
  return { outcome: 'made', fit: id, engine_version, labels: labels.count, read_with };
}

function failureOf(error: unknown): string {
  return error instanceof Problem ? error.code : kindOf(error);
}
