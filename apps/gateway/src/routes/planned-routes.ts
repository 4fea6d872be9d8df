import { RouteSpec, Tag, completed } from '../request/route-spec';

type Later = Pick<RouteSpec, 'method' | 'path' | 'access' | 'namespace'> & { tag: Tag };

const judgment = '/namespaces/:ns/judgments/:name';
const either = 'either' as const;

/**
 * Routes of the specification and of docs/contract.md that are not built: refused after every check, so that a wrong
 * key, role or name is refused first.
 */
const rows: Later[] = [
  { method: 'GET', path: '/namespaces/:ns/groups', access: 'read', namespace: either, tag: 'Groups' },
  { method: 'PUT', path: '/namespaces/:ns/groups/:name', access: 'change', namespace: either, tag: 'Groups' },
  { method: 'GET', path: '/namespaces/:ns/groups/:name', access: 'read', namespace: either, tag: 'Groups' },
  { method: 'DELETE', path: '/namespaces/:ns/groups/:name', access: 'change', namespace: either, tag: 'Groups' },
  { method: 'PUT', path: '/namespaces/:ns/summary', access: 'change', namespace: 'template', tag: 'Groups' },
  { method: 'GET', path: '/namespaces/:ns/summary', access: 'read', namespace: 'template', tag: 'Groups' },
  { method: 'DELETE', path: '/namespaces/:ns/summary', access: 'change', namespace: 'template', tag: 'Groups' },
  { method: 'POST', path: `${judgment}/parts/suggestions`, access: 'change', namespace: either, tag: 'Judgments' },
  {
    method: 'GET',
    path: `${judgment}/alternatives`,
    access: 'read',
    namespace: either,
    tag: 'Outcomes and calibration',
  },
  {
    method: 'POST',
    path: `${judgment}/alternatives`,
    access: 'change',
    namespace: either,
    tag: 'Outcomes and calibration',
  },
  {
    method: 'POST',
    path: `${judgment}/alternatives/run`,
    access: 'change',
    namespace: either,
    tag: 'Outcomes and calibration',
  },
  {
    method: 'POST',
    path: `${judgment}/alternatives/drafts`,
    access: 'change',
    namespace: either,
    tag: 'Outcomes and calibration',
  },
  {
    method: 'DELETE',
    path: `${judgment}/alternatives/:id`,
    access: 'change',
    namespace: either,
    tag: 'Outcomes and calibration',
  },
  { method: 'POST', path: '/sessions', access: 'open', tag: 'Organization' },
  { method: 'DELETE', path: '/sessions/current', access: 'read', tag: 'Organization' },
  { method: 'GET', path: '/organization/members', access: 'read', tag: 'Organization' },
  { method: 'POST', path: '/organization/members', access: 'session', tag: 'Organization' },
  { method: 'PATCH', path: '/organization/members/:id', access: 'session', tag: 'Organization' },
  { method: 'DELETE', path: '/organization/members/:id', access: 'session', tag: 'Organization' },
];

export const plannedRoutes: readonly RouteSpec[] = rows.map((row) =>
  completed({ ...row, summary: 'Not available yet.', success: [200], planned: true, keyed: false }),
);
