import { ReportDays, UsageDays, UsageReport } from '@app/contracts/billing';
import { Route, route } from '../../http/route';
import { AuditEntry, AuditExportQuery, AuditList, AuditQuery } from '../../identity/audit/audit.schema';
import { OrganizationPatchBody, OrganizationView } from '../../identity/organization/organization.schema';
import { OrganizationQuotas } from './quotas.schema';
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
  query: AuditQuery,
  success: [200],
  reply: AuditList,
  reasons: ['bad_query', 'bad_cursor', 'bad_bounds'],
});

export const exportChanges = route({
  method: 'GET',
  path: '/organization/audit/export',
  tag,
  summary:
    'The changes that a query finds as a file of at most 5,000; the header `Link` leads to the next one. Each file that is taken stands in the audit.',
  access: 'session',
  keyed: false,
  query: AuditExportQuery,
  success: [200],
  reply: AuditEntry,
  replyAs: 'application/jsonl',
  alsoAs: 'text/csv',
  reasons: ['bad_query', 'bad_cursor', 'bad_bounds'],
});

export const showUsage = route({
  method: 'GET',
  path: '/usage',
  tag,
  summary:
    'What a month cost, and a page of its namespaces; `format=csv` answers the page as a table, and the header `Link` leads to the next.',
  access: 'read',
  query: UsageQuery,
  success: [200],
  reply: UsageReport,
  alsoAs: 'text/csv',
  reasons: ['bad_query', 'bad_namespace', 'bad_cursor'],
});

export const showUsageByDay = route({
  method: 'GET',
  path: '/usage/daily',
  tag,
  summary: 'What judging cost on each UTC day of a month; the days and `undated` add up to `GET /usage`.',
  access: 'read',
  query: ReportDays,
  success: [200],
  reply: UsageDays,
  reasons: ['bad_query', 'bad_namespace'],
});

export const showQuotas = route({
  method: 'GET',
  path: '/organization/quotas',
  tag,
  summary: 'The limits of the plan and how much of each is used. A key needs the scope `*`.',
  access: 'read',
  unscoped: true,
  success: [200],
  reply: OrganizationQuotas,
});

export const organizationRoutes: readonly Route[] = [
  showOrganization,
  changeOrganization,
  showQuotas,
  listChanges,
  exportChanges,
  showUsage,
  showUsageByDay,
];
