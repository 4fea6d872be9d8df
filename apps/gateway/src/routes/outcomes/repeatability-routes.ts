import { RepeatabilityBody, RepeatabilityReply, startRepeatability } from '@app/contracts/calibration';
import { Route, forward } from '../../http/route';

export const repeatabilityRoutes: readonly Route[] = [
  forward({
    method: 'POST',
    path: '/namespaces/:ns/judgments/:name/repeatability',
    tag: 'Outcomes and calibration',
    summary:
      'What asking the engine again about answered contexts costs; sent again with its `confirm`, the job that asks. Nothing is stored as an answer.',
    access: 'change',
    namespace: 'either',
    body: RepeatabilityBody,
    bodyOptional: true,
    success: [201, 200],
    reply: RepeatabilityReply,
    errors: ['not_found', 'conflict', 'budget_exceeded', 'plan_required', 'unavailable'],
    reasons: ['confirm_mismatch', 'few_answers', 'running', 'inherited', 'composite', 'deleting'],
    to: startRepeatability,
    payload: ({ namespace, params, body }) => ({ namespace, judgment: params.name, repeat: body }),
  }),
];
