import { Route, route } from '../http/route';
import { RouteSpec } from '../request/route-spec';

const judgment = '/namespaces/:ns/judgments/:name';

/**
 * Routes of the specification and of docs/contract.md that are not built. The gateway refuses them after every check, so
 * that a wrong key, role or name gets its own error first.
 */
export const plannedRoutes: readonly Route[] = [
  planned('Judgments', 'POST', `${judgment}/parts/suggestions`, 'change', 'either'),
  planned('Organization', 'POST', '/sessions', 'open'),
  planned('Organization', 'DELETE', '/sessions/current', 'read'),
  planned('Organization', 'GET', '/organization/members', 'read'),
  planned('Organization', 'POST', '/organization/members', 'session'),
  planned('Organization', 'PATCH', '/organization/members/:id', 'session'),
  planned('Organization', 'DELETE', '/organization/members/:id', 'session'),
];

function planned(
  tag: RouteSpec['tag'],
  method: RouteSpec['method'],
  path: string,
  access: RouteSpec['access'],
  namespace?: RouteSpec['namespace'],
): Route {
  const summary = 'Not available yet.';
  return route({ method, path, tag, summary, access, namespace, success: [200], keyed: false, planned: true });
}
