import { Plan } from '@app/contracts';
import { AdmittedOrganization } from './principal';

/** Columns of `organization o` that admission reads beside a key or a session. */
export const organizationColumns = `o.id as organization_id, o.name as organization_name, o.plan, o.suggestions,
  o.members_may_label, o.requests_per_second_per_key, o.requests_per_second_per_org, o.concurrent_reads`;

export interface OrganizationColumns {
  organization_id: string;
  organization_name: string;
  plan: Plan;
  suggestions: boolean;
  members_may_label: boolean;
  requests_per_second_per_key: number | null;
  requests_per_second_per_org: number | null;
  concurrent_reads: number | null;
}

export function toAdmitted(row: OrganizationColumns): AdmittedOrganization {
  return {
    id: row.organization_id,
    name: row.organization_name,
    plan: row.plan,
    suggestions: row.suggestions,
    membersMayLabel: row.members_may_label,
    requestsPerSecondPerKey: row.requests_per_second_per_key,
    requestsPerSecondPerOrg: row.requests_per_second_per_org,
    concurrentReads: row.concurrent_reads,
  };
}
