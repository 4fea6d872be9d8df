import type { RouteSpec } from '../request/route-spec';

const judgment = 'namespace.judgments.get';

/** The name of each operation: the method of the TypeScript client that calls it. */
const names: Readonly<Record<string, string | undefined>> = {
  'POST /namespaces/:ns/documents': 'namespace.documents.write',
  'POST /namespaces/:ns/documents/get': 'namespace.documents.getMany',
  'GET /namespaces/:ns/documents/:id': 'namespace.documents.get',
  'DELETE /namespaces/:ns/documents/:id': 'namespace.documents.delete',
  'GET /namespaces/:ns/documents/:id/answers/:judgment/history': 'namespace.documents.history',
  'GET /namespaces/:ns/documents/:id/answers/:judgment/history/:answer': 'namespace.documents.answer',
  'GET /namespaces/:ns/documents/:id/answers/:judgment/explain': 'namespace.documents.explain',
  'POST /namespaces/:ns/query': 'namespace.query',
  'PUT /namespaces/:ns/groups/:name': 'namespace.groups.put',
  'GET /namespaces/:ns/groups/:name': 'namespace.groups.values',
  'DELETE /namespaces/:ns/groups/:name': 'namespace.groups.delete',
  'GET /namespaces/:ns/groups': 'namespace.groups.list',
  'PUT /namespaces/:ns/summary': 'namespace.summary.put',
  'GET /namespaces/:ns/summary': 'namespace.summary.get',
  'DELETE /namespaces/:ns/summary': 'namespace.summary.delete',
  'POST /namespaces/:ns/images': 'namespace.images.create',
  'GET /namespaces/:ns/images/:id': 'namespace.images.get',
  'DELETE /namespaces/:ns/images/:id': 'namespace.images.delete',
  'GET /engines': 'organization.engines',
  'GET /jobs': 'jobs.list',
  'GET /jobs/:id': 'jobs.get',
  'POST /jobs/:id/cancel': 'jobs.cancel',
  'POST /namespaces/:ns/judgments/:name/backfill': `${judgment}.backfill`,
  'POST /namespaces/:ns/judgments/try': 'namespace.judgments.try',
  'POST /namespaces/:ns/judgments/:name/judge': `${judgment}.judge`,
  'POST /namespaces/:ns/judgments/:name/context': `${judgment}.context`,
  'POST /namespaces/:ns/judgments': 'namespace.judgments.create',
  'GET /namespaces/:ns/judgments': 'namespace.judgments.list',
  'GET /judgments': 'organization.judgments',
  'GET /namespaces/:ns/judgments/:name/stats': `${judgment}.stats`,
  'GET /namespaces/:ns/judgments/:name/distribution': `${judgment}.distribution`,
  'GET /namespaces/:ns/judgments/:name': `${judgment}.read`,
  'PATCH /namespaces/:ns/judgments/:name': `${judgment}.update`,
  'DELETE /namespaces/:ns/judgments/:name': `${judgment}.delete`,
  'GET /namespaces/:ns/judgments/:name/versions': `${judgment}.versions`,
  'POST /namespaces/:ns/judgments/:name/activate': `${judgment}.activate`,
  'POST /namespaces/:ns/judgments/:name/detach': `${judgment}.detach`,
  'GET /namespaces': 'namespaces.list',
  'POST /namespaces': 'namespaces.create',
  'GET /namespaces/:ns': 'namespace.read',
  'PATCH /namespaces/:ns': 'namespace.update',
  'DELETE /namespaces/:ns': 'namespace.delete',
  'GET /namespaces/:ns/pending': 'namespace.pending',
  'POST /api-keys': 'apiKeys.create',
  'GET /api-keys': 'apiKeys.list',
  'DELETE /api-keys/:id': 'apiKeys.revoke',
  'GET /organization': 'organization.read',
  'PATCH /organization': 'organization.update',
  'GET /organization/quotas': 'organization.quotas',
  'GET /organization/audit': 'organization.audit',
  'GET /usage': 'organization.usage',
  'GET /usage/daily': 'organization.usageByDay',
  'POST /namespaces/:ns/judgments/:name/outcomes': `${judgment}.outcomes.post`,
  'GET /namespaces/:ns/judgments/:name/outcomes': `${judgment}.outcomes.list`,
  'DELETE /namespaces/:ns/judgments/:name/outcomes/:id': `${judgment}.outcomes.delete`,
  'GET /namespaces/:ns/judgments/:name/calibration': `${judgment}.calibration`,
  'GET /namespaces/:ns/judgments/:name/calibration/history': `${judgment}.calibrationHistory`,
  'GET /namespaces/:ns/judgments/:name/thresholds/recommendation': `${judgment}.recommendation`,
  'GET /namespaces/:ns/judgments/:name/queue': `${judgment}.queue`,
  'POST /namespaces/:ns/judgments/:name/calibration/run': `${judgment}.fit`,
  'GET /namespaces/:ns/judgments/:name/alternatives': `${judgment}.alternatives.table`,
  'POST /namespaces/:ns/judgments/:name/alternatives': `${judgment}.alternatives.add`,
  'POST /namespaces/:ns/judgments/:name/alternatives/run': `${judgment}.alternatives.run`,
  'DELETE /namespaces/:ns/judgments/:name/alternatives/:id': `${judgment}.alternatives.delete`,
  'POST /namespaces/:ns/judgments/:name/alternatives/drafts': `${judgment}.alternatives.drafts`,
  'POST /namespaces/:ns/judgments/:name/parts/suggestions': `${judgment}.suggestParts`,
  'GET /starters': 'organization.starters',
  'PUT /namespaces/:ns/subscriptions/:name': 'namespace.subscriptions.put',
  'GET /namespaces/:ns/subscriptions/:name': 'namespace.subscriptions.get',
  'DELETE /namespaces/:ns/subscriptions/:name': 'namespace.subscriptions.delete',
  'GET /namespaces/:ns/subscriptions': 'namespace.subscriptions.list',
  'POST /webhook-endpoints/:id/rotate-secret': 'webhookEndpoints.rotateSecret',
  'POST /webhook-endpoints/:id/test': 'webhookEndpoints.test',
  'POST /webhook-endpoints': 'webhookEndpoints.create',
  'GET /webhook-endpoints': 'webhookEndpoints.list',
  'GET /webhook-endpoints/:id': 'webhookEndpoints.get',
  'PATCH /webhook-endpoints/:id': 'webhookEndpoints.update',
  'DELETE /webhook-endpoints/:id': 'webhookEndpoints.delete',
  'GET /webhook-endpoints/:id/deliveries': 'webhookEndpoints.deliveries',
  'GET /webhook-endpoints/:id/stats': 'webhookEndpoints.stats',
  'POST /webhook-endpoints/:id/recover': 'webhookEndpoints.recover',
  'POST /events/:id/redeliver': 'events.redeliver',
  'GET /events/:id': 'events.get',
  'GET /events': 'events.read',
  'POST /sessions': 'sessions.signIn',
  'GET /sessions': 'sessions.list',
  'DELETE /sessions': 'sessions.revokeOthers',
  'POST /sessions/links': 'sessions.mailLink',
  'GET /sign-in/providers': 'sessions.providers',
  'GET /sessions/current': 'sessions.current',
  'PATCH /sessions/current': 'sessions.switchTo',
  'DELETE /sessions/current': 'sessions.signOut',
  'DELETE /sessions/:id': 'sessions.revoke',
  'GET /user': 'user.read',
  'PATCH /user': 'user.update',
  'GET /organization/members': 'members.list',
  'POST /organization/members': 'members.add',
  'PATCH /organization/members/:id': 'members.update',
  'DELETE /organization/members/:id': 'members.remove',
  'POST /organization/members/:id/link': 'members.link',
  'GET /organization/providers': 'members.providers',
  'GET /organization/sessions': 'members.sessions',
  'DELETE /organization/sessions/:id': 'members.revokeSession',
  'GET /version': 'organization.version',
};

/**
 * The client's method for a route, such as `namespace.judgments.get.alternatives.drafts`.
 * @throws Error for a route that has none yet
 */
export function operationNameOf({ method, path }: Pick<RouteSpec, 'method' | 'path'>): string {
  const name = names[`${method} ${path}`];
  if (name === undefined) throw new Error(`${method} ${path} has no name: give it one in operation-names.ts.`);
  return name;
}

/** The id of an operation in the API document, such as `judgment_alternatives_drafts`: what generated clients call it. */
export function operationIdOf(name: string): string {
  return name
    .replace(`${judgment}.`, 'judgment.')
    .replaceAll('.', '_')
    .replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
