import { ListQuery, UsageReport } from '@app/contracts';
import { Route, route } from '../../http/route';
import { AuditList, OrganizationPatchBody, OrganizationView } from '../../organization/organization.schema';
import { UsageQuery } from './usage.schema';

const tag = 'Organization';

export const showOrganization = route({
  method: 'GET',
  path: '/organization',
  tag,
  summary: "The key's organization.",
  access: 'read',
  success: [200],
  reply: OrganizationView,
});

export const changeOrganization = route({
  method: 'PATCH',
  path: '/organization',
  tag,
  summary:
    'Settings of the organization. An unscoped key sets the non-production prefixes; the rest needs a signed-in owner or admin.',
  access: 'keys',
  body: OrganizationPatchBody,
  success: [200],
  reply: OrganizationView,
  errors: ['conflict'],
  reasons: ['bad_name', 'duplicate', 'sign_in_again'],
});

export const listChanges = route({
  method: 'GET',
  path: '/organization/audit',
  tag,
  summary: 'Who changed members, keys, sessions and settings, for 400 days.',
  access: 'session',
  keyed: false,
  query: ListQuery,
  success: [200],
  reply: AuditList,
  reasons: ['bad_query', 'bad_cursor'],
});

export const showUsage = route({
  method: 'GET',
  path: '/usage',
  tag,
  summary: 'What a month cost, by namespace and judgment; `format=csv` answers it as a table.',
  access: 'read',
  query: UsageQuery,
  success: [200],
  reply: UsageReport,
  reasons: ['bad_query', 'bad_namespace'],
});

export const organizationRoutes: readonly Route[] = [showOrganization, changeOrganization, listChanges, showUsage];
