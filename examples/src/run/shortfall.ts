import { Agreement } from '../loader/compare/agreement';
import { ReadReport } from '../report/report.read';
import { ignoranceOf } from '../report/report.table';

/** Shares of yes that differ by more are a lean of the numbers, and not the luck of a small set. */
const lean = 0.1;
const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

/**
 * A sentence for each judgment that is right less often than always saying the commonest outcome would be: why, and what
 * its fit made of it.
 * @param reports the one of the whole set first, where tenants have their own
 */
export function shortfalls(agreements: readonly Agreement[], reports: readonly ReadReport[]): string[] {
  return agreements.flatMap((agreement) => {
    const { judgment, accuracy, baseline } = agreement;
    if (accuracy === null || baseline === null || accuracy >= baseline) return [];
    const read = reports.find((one) => one.judgment === judgment);
    const right = `${judgment}: right in ${percent(accuracy)}, the commonest outcome alone in ${percent(baseline)}.`;
    return [`${right} ${causeOf(agreement)} ${fitOf(read)}`];
  });
}

function causeOf({ type, saidYes, baseRate }: Agreement): string {
  if (type !== 'bool' || saidYes === null || saidYes === undefined || baseRate === null || baseRate === undefined) {
    return `The likeliest ${type === 'score' ? 'level' : 'option'} is chosen without regard to how often each comes true.`;
  }
  const shares = `It said yes (0.5 or more) in ${percent(saidYes)} and ${percent(baseRate)} came true`;
  if (Math.abs(saidYes - baseRate) <= lean) return `${shares}, though of other documents.`;
  return `${shares}: before a fit its numbers lean to ${saidYes > baseRate ? 'yes' : 'no'}.`;
}

function fitOf(read: ReadReport | undefined): string {
  const calibrated = read?.report.held_out.calibrated;
  if (!read || !calibrated) return 'There is no fit.';
  const { accuracy, log_loss: logLoss } = calibrated;
  const alone = ignoranceOf(read.report)?.logLoss ?? null;
  const losses = `log loss ${logLoss.toFixed(3)}${alone === null ? '' : `, base rates alone ${alone.toFixed(3)}`}`;
  const gain = alone !== null && logLoss >= alone ? 'so the answers add nothing to the base rates' : 'held out';
  return `The fit makes it ${percent(accuracy)} (${losses}), ${gain}.`;
}
