import type { Warning } from '@app/contracts';
import type { EstimateView } from '@app/contracts/judgments';

/** Says that a policy which judges by itself judges what has changed so far; nothing where nothing has. */
export function judgedOnce({ existing: { documents, cost_usd } }: EstimateView): Warning[] {
  if (documents === 0) return [];
  const [answers, have] = documents === 1 ? ['1 stale answer', 'has'] : [`${documents} stale answers`, 'have'];
  const message = `${answers} whose document or related documents ${have} changed will be judged once the change is made, for ${cost_usd} USD in all.`;
  return [{ code: 'stale_answers_judged', path: '/freshness/policy', message }];
}
