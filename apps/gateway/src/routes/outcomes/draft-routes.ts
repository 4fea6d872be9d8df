import { makeDrafts, suggestParts } from '@app/contracts/calibration';
import { DraftList, SuggestedPartList } from '@app/contracts/engines';
import { Problem } from '@app/problem';
import { forward, Route } from '../../http/route';
import type { Principal } from '../../identity/principal/principal';

/**
 * Drafting sends a question to a third party, so the organization must have turned it on before its plan counts.
 * @throws Problem `forbidden` while Suggestions is off; `plan_required` below Team
 */
export function assertDrafting({ organization: { suggestions, plan } }: Pick<Principal, 'organization'>): void {
  if (!suggestions)
    throw new Problem('forbidden', 'Suggestions is off; an owner or admin of the organization must turn it on.');
  if (plan !== 'developer') return;
  throw new Problem('plan_required', 'Drafting needs the Team plan.', {
    capability: 'drafts',
    required_plan: 'team',
    plan,
  });
}

export const draftRoutes: readonly Route[] = [
  forward({
    method: 'POST',
    path: '/namespaces/:ns/judgments/:name/alternatives/drafts',
    tag: 'Outcomes and calibration',
    summary: "Up to four other wordings of the question, by a third party's language model that sees no data.",
    access: 'change',
    namespace: 'either',
    success: [200],
    reply: DraftList,
    errors: ['not_found', 'conflict', 'plan_required', 'engine_unavailable', 'unavailable'],
    reasons: ['composite'],
    to: makeDrafts,
    payload: ({ principal, namespace, params }) => {
      assertDrafting(principal);
      return { namespace, judgment: params.name };
    },
  }),
  forward({
    method: 'POST',
    path: '/namespaces/:ns/judgments/:name/parts/suggestions',
    tag: 'Judgments',
    summary: "Up to eight parts that a yes/no judgment might ask, by a third party's language model that sees no data.",
    access: 'change',
    namespace: 'either',
    success: [200],
    reply: SuggestedPartList,
    errors: ['not_found', 'conflict', 'plan_required', 'engine_unavailable', 'unavailable'],
    reasons: ['no_parts'],
    to: suggestParts,
    payload: ({ principal, namespace, params }) => {
      assertDrafting(principal);
      return { namespace, judgment: params.name };
    },
  }),
];
