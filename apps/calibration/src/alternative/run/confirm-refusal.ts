import { Plan } from '@app/contracts';
import { BlockOpened } from '@app/contracts/billing';
import { Problem } from '@app/problem';
import { minLabels } from '../../figure/fit/make-fit';
import { QuoteRow } from '../quote/quote.store';
import { RunRow } from '../subject/run-row';
import { Subject, unscoredOf } from '../subject/subject';

/** @throws Problem `insufficient_labels`: no fit of the epoch that answers now */
export function refuseUnlabelled({ basis }: Subject): void {
  if (basis.kind === 'fit') return;
  const labels = 'labels' in basis ? basis.labels : 0;
  const message = `Alternatives are compared on the labels of a calibration fit, which needs ${minLabels}; there are ${labels} of the version and engine that answer now.`;
  throw new Problem('insufficient_labels', message, { labels, labels_needed: minLabels });
}

/** @throws Problem `conflict`, reason `nothing_to_score` */
export function refuseScored(subject: Subject): void {
  if (unscoredOf(subject).length > 0) return;
  const message = 'Every alternative is scored this month; name another one first.';
  throw new Problem('conflict', message, { reason: 'nothing_to_score' });
}

export function changed(quote: QuoteRow | null): Problem {
  const message = 'The quote has moved; read the table and confirm its `quote.generation`.';
  const generation = quote === null ? {} : { generation: Number(quote.generation) };
  return new Problem('conflict', message, { reason: 'quote_changed', ...generation });
}

export function running({ job }: RunRow): Problem {
  const message = 'A run of another quote is under way; wait until its job has ended, or cancel it.';
  return new Problem('conflict', message, { reason: 'running', ...(job === null ? {} : { job }) });
}

/** @param plan of the caller's organization */
export function refused({ refusal, namespace, cost_usd }: BlockOpened, plan: Plan): Problem {
  if (refusal === 'plan_required') {
    const message =
      "The judgments of this month do not suffice for the run within the organization's plan; change the plan.";
    return new Problem('plan_required', message, {
      capability: 'judgments',
      required_plan: plan === 'scale' ? null : 'scale',
      plan,
    });
  }
  const message = `The budget of \`${namespace}\` lacks the money of the run, or pauses judging; raise it. Nothing was asked.`;
  return new Problem('budget_exceeded', message, { ...(namespace === null ? {} : { namespace }), cost_usd });
}
