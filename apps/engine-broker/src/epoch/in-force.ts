import type { EpochMemory } from './memory';

/** The answers that an epoch gave in the last hour. */
export interface HourCount {
  label: string;
  reportedModel: string | null;
  answers: number;
}

/** Another epoch must have more answers than the one in force by this share of both. */
const leastLead = 0.2;
/** And by so many standard deviations of what two versions in turn, asked alike, differ by chance. */
const deviations = 4;

/**
 * The epoch of most answers of the last hour. The one in force stays until another leads by a fifth of both and by four times the
 * square root of both, so that two versions asked alike do not change places; it goes when it gave none.
 *
 * An epoch that a canary ended counts for the one that followed it under the same version.
 */
export function inForceOf({ inForce, known }: EpochMemory, hour: readonly HourCount[]): string {
  const present = known.find(({ label }) => label === inForce);
  // One that was opened by another entry, and has not answered yet.
  if (present === undefined || present.reportedModel === null) return inForce;
  const countOf = (model: string | null) =>
    hour.reduce((sum, count) => sum + (count.reportedModel === model ? count.answers : 0), 0);
  const own = countOf(present.reportedModel);
  const others = known
    .filter(({ identity, label }) => identity === present.identity && label !== inForce)
    .map(({ label, reportedModel }) => ({ label, answers: countOf(reportedModel) }));
  const most = others.reduce((best, one) => (one.answers > best.answers ? one : best), { label: inForce, answers: 0 });
  const both = own + most.answers;
  const lead = own === 0 ? 0 : Math.max(leastLead * both, deviations * Math.sqrt(both));
  return most.answers - own > lead ? most.label : inForce;
}

/** An epoch that answers beside the one in force. */
export interface AlsoAnswered {
  engine_version: string;
  /** Of the answers of the last hour, in (0, 1]. */
  share: number;
}

/** The epochs beside the one in force that answered in the last hour, those with most answers first. */
export function alsoOf(inForce: string | null, hour: readonly HourCount[]): AlsoAnswered[] {
  const all = hour.reduce((sum, { answers }) => sum + answers, 0);
  return hour
    .filter(({ label, answers }) => label !== inForce && answers > 0)
    .sort((a, b) => b.answers - a.answers || (a.label < b.label ? -1 : 1))
    .map(({ label, answers }) => ({ engine_version: label, share: answers / all }));
}
