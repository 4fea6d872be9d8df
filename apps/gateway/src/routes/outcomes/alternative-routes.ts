import { Deleted } from '@app/contracts';
import {
  Alternative,
  AlternativeBody,
  AlternativesRunBody,
  AlternativesTable,
  nameAlternative,
  removeAlternative,
  runAlternatives,
} from '@app/contracts/calibration';
import { JobView } from '@app/contracts/jobs';
import { Problem } from '@app/problem';
import { Route, forward, route } from '../../http/route';
import type { Principal } from '../../identity/principal/principal';

const tag = 'Outcomes and calibration';
const alternatives = '/namespaces/:ns/judgments/:name/alternatives';

/** @throws Problem `plan_required` below Team; the table itself may be read on every plan */
function assertComparing({ organization: { plan } }: Pick<Principal, 'organization'>): void {
  if (plan !== 'developer') return;
  throw new Problem('plan_required', 'Naming, removing and running alternatives needs the Team plan.', {
    capability: 'alternatives',
    required_plan: 'team',
    plan,
  });
}

export const showAlternatives = route({
  method: 'GET',
  path: alternatives,
  tag,
  summary:
    'What other engines, wordings and contexts would be worth on labelled answers, and what scoring costs; with `Accept: text/html` as a page.',
  access: 'read',
  namespace: 'either',
  success: [200],
  reply: AlternativesTable,
  alsoAs: 'text/html',
  errors: ['not_found', 'unavailable'],
});

export const alternativeRoutes: readonly Route[] = [
  showAlternatives,
  forward({
    method: 'POST',
    path: alternatives,
    tag,
    summary: 'Names an alternative to the active version; nothing is asked or billed until a quote is confirmed.',
    access: 'change',
    namespace: 'either',
    body: AlternativeBody,
    success: [201, 200],
    reply: Alternative,
    errors: ['not_found', 'conflict', 'plan_required', 'engine_version_unavailable', 'unavailable'],
    reasons: [
      'not_comparable',
      'no_difference',
      'too_many_alternatives',
      'images_not_read',
      'missing_context',
      'bad_path',
      'bad_filter',
      'path_not_allowed',
      'inherited',
      'composite',
      'deleting',
    ],
    to: nameAlternative,
    payload: ({ principal, namespace, params, body }) => {
      assertComparing(principal);
      return { namespace, judgment: params.name, alternative: body };
    },
  }),
  forward({
    method: 'POST',
    path: `${alternatives}/run`,
    tag,
    summary: 'Confirms the quote that its generation names; a job scores what is unscored, billed as judging.',
    access: 'change',
    namespace: 'either',
    body: AlternativesRunBody,
    success: [202],
    reply: JobView,
    errors: ['not_found', 'conflict', 'plan_required', 'insufficient_labels', 'budget_exceeded', 'unavailable'],
    reasons: ['quote_changed', 'nothing_to_score', 'running', 'inherited', 'composite', 'deleting'],
    to: runAlternatives,
    payload: ({ principal, namespace, params, body }) => {
      assertComparing(principal);
      return { namespace, judgment: params.name, run: body };
    },
  }),
  forward({
    method: 'DELETE',
    path: `${alternatives}/:id`,
    tag,
    summary: 'Takes a named alternative off the table; a scored one still counts until the month ends.',
    access: 'change',
    namespace: 'either',
    success: [200],
    reply: Deleted,
    errors: ['not_found', 'conflict', 'plan_required', 'unavailable'],
    reasons: ['inherited', 'composite', 'deleting'],
    to: removeAlternative,
    payload: ({ principal, namespace, params }) => {
      assertComparing(principal);
      return { namespace, judgment: params.name, id: params.id };
    },
  }),
];
