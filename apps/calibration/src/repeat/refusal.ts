import { Plan } from '@app/contracts';
import { BlockOpened } from '@app/contracts/billing';
import { isTemplate } from '@app/definition';
import { Problem } from '@app/problem';
import { Judgment } from '../judgment/judgment';

/** @throws Problem `conflict`: the judgment belongs to a template, or asks its parts and not one question */
export function refuseOther({ scope, parts }: Judgment, namespace: string, name: string): void {
  if (scope !== namespace) {
    const where = isTemplate(scope) ? 'template' : 'namespace';
    const message = `\`${name}\` is inherited from the ${where} \`${scope}\`, which is asked for all; ask there.`;
    throw new Problem('conflict', message, { reason: 'inherited', template: scope });
  }
  if (parts !== null && parts.length > 0) {
    const message = `\`${name}\` has parts, each with an engine of its own; only a judgment of one question is asked again.`;
    throw new Problem('conflict', message, { reason: 'composite' });
  }
}

/** @param why a sentence without its end */
export function mismatch(why: string): Problem {
  const message = `${why}; send it without \`confirm\` for the cost now and a new token.`;
  return new Problem('conflict', message, { reason: 'confirm_mismatch', path: '/confirm' });
}

export function running(job: string | null): Problem {
  const message = 'A run of this judgment is under way; wait until its job has ended, or cancel it.';
  return new Problem('conflict', message, { reason: 'running', ...(job === null ? {} : { job }) });
}

/** @param plan of the caller's organization */
export function refusedMoney({ refusal, namespace, cost_usd }: BlockOpened, plan: Plan): Problem {
  if (refusal === 'plan_required') {
    const message = "The judgments of this month do not suffice within the organization's plan; change the plan.";
    const required_plan = plan === 'scale' ? null : 'scale';
    return new Problem('plan_required', message, { capability: 'judgments', required_plan, plan });
  }
  const message = `The budget of \`${namespace}\` lacks the money of the run, or pauses judging; raise it. Nothing was asked.`;
  return new Problem('budget_exceeded', message, { ...(namespace === null ? {} : { namespace }), cost_usd });
}
