import { minLabels } from '@app/learning';
import type { Finding, Training } from './training';

const reasons: Record<NonNullable<Finding['refusal']>, string> = {
  few_labels: `not learnt: it needs ${minLabels} labels, ten of them of the second commonest outcome`,
  no_gain:
    'not learnt: it was not shown to beat the lexical engine with a fit, counted over all judgments of the training',
  drift: 'not learnt: what older labels teach does not hold for the newest fifth',
  memory: 'not learnt: the heads of judgments with more labels fill the memory',
};

/** What a training found, one line a judgment. */
export function describeTraining(training: Training | null): string[] {
  if (training === null)
    return ['No training is due: no judgment has twice its labels, and no week has passed with new ones.'];
  return [`trained ${training.version}`, ...training.findings.map(lineOf)];
}

function lineOf({ where, judgment, labels, withoutContext, refusal, evidence }: Finding): string {
  const losses = evidence
    ? `, held-out log loss ${evidence.baseLoss.toFixed(3)} -> ${evidence.headLoss.toFixed(3)}`
    : '';
  const gone = withoutContext > 0 ? `, ${withoutContext} of them without a stored context` : '';
  return `${where} ${judgment}: ${labels} labels${gone}${losses}, ${refusal === null ? 'learnt' : reasons[refusal]}`;
}
