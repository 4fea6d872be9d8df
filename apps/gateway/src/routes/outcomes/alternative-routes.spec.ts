import { Problem } from '@app/problem';
import { isForwarded } from '../../http/route';
import type { RequestContext } from '../../http/request-context';
import { readRequest } from '../../request/read-request';
import { alternativeRoutes } from './alternative-routes';

const params = { ns: 'acme', name: 'late', id: 'alt_0123456789abcdef' };

/** What a route sends to calibration for a checked request of an organization on a plan. */
function payloadOf(method: string, ending: string, body: unknown, plan: string): unknown {
  const spec = alternativeRoutes.find((route) => route.method === method && route.path.endsWith(ending));
  if (!spec || !isForwarded(spec)) throw new Error(`There is no ${method} of ${ending}.`);
  const headers = { 'content-type': 'application/json' };
  const bytes = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
  const read = readRequest(spec, { params, target: '/v1/namespaces/acme', headers, bytes });
  const principal = { organization: { plan } };
  return spec.payload({ ...read, principal, namespace: 'acme', params } as unknown as RequestContext);
}

function refusalOf(act: () => unknown): unknown {
  try {
    return act();
  } catch (thrown) {
    if (!(thrown instanceof Problem)) throw thrown;
    return { code: thrown.code, ...thrown.details };
  }
}

const place = { namespace: 'acme', judgment: 'late' };
const alternative = { definition: { question: 'Too late?' }, drafted: true };

it.each([
  ['POST', '/alternatives', alternative, { alternative }],
  ['POST', '/run', { quote_generation: 7 }, { run: { quote_generation: 7 } }],
  ['DELETE', '/:id', undefined, { id: params.id }],
])('%s of %s goes to calibration from Team on, and is refused before [ALT-33]', (method, ending, body, more) => {
  expect(payloadOf(method, ending, body, 'team')).toEqual({ ...place, ...more });
  expect(refusalOf(() => payloadOf(method, ending, body, 'developer'))).toEqual({
    code: 'plan_required',
    capability: 'alternatives',
    required_plan: 'team',
    plan: 'developer',
  });
});

it.each([
  ['/alternatives', undefined, 'bad_json', undefined],
  ['/alternatives', {}, 'missing_field', '/definition'],
  ['/alternatives', { definition: [] }, 'bad_type', '/definition'],
  ['/alternatives', { definition: {}, drafted: 'yes' }, 'bad_type', '/drafted'],
  ['/alternatives', { definition: {}, name: 'x' }, 'unknown_field', '/name'],
  ['/run', {}, 'missing_field', '/quote_generation'],
  ['/run', { quote_generation: -1 }, 'bad_number', '/quote_generation'],
  ['/run', { quote_generation: 1.5 }, 'bad_type', '/quote_generation'],
])('POST of %s with %j is refused before the plan counts [ALT-33]', (ending, body, reason, path) => {
  const refused = refusalOf(() => payloadOf('POST', ending, body, 'developer'));
  expect(refused).toMatchObject({ code: 'invalid_request', reason, ...(path && { path }) });
});
