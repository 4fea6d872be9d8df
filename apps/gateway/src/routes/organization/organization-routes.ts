import { UsageReport } from '@app/contracts';
import { Route, route } from '../../http/route';
import { OrganizationPatchBody, OrganizationView } from '../../organization/organization.schema';
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

export const organizationRoutes: readonly Route[] = [showOrganization, changeOrganization, showUsage];
