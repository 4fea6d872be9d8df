import { RawReply } from '@app/bus';
import { UsageReport, reportUsage } from '@app/contracts';
import { Problem } from '@app/problem';
import { Controller } from '@nestjs/common';
import { Desk } from '../../edge/desk.service';
import { OrganizationStore } from '../../organization/organization.store';
import type { Reply, Request } from '../../route/asked';
import { Route } from '../../route/route';
import { assertCovered } from '../webhooks/covered';
import { OrganizationPatchBody, OrganizationView, UsageQuery } from './organization.schema';
import { csvType, usageCsv } from './usage-csv';

const tag = 'Organization';

@Controller()
export class OrganizationController {
  constructor(
    private readonly desk: Desk,
    private readonly organizations: OrganizationStore,
  ) {}

  @Route({
    method: 'GET',
    path: '/organization',
    tag,
    summary: "The key's organization.",
    access: 'read',
    success: [200],
    reply: OrganizationView,
  })
  get(request: Request, reply: Reply): Promise<void> {
    return this.desk.run(request, reply, async ({ caller }) => {
      const row = await this.organizations.byId(caller.organization);
      if (!row) throw new Error(`organization ${caller.organization} of a live key is gone`);
      const view: OrganizationView = {
        id: row.id,
        name: row.name,
        plan: row.plan,
        suggestions: row.suggestions,
        non_production_prefixes: row.non_production_prefixes,
        created_at: row.created_at.toISOString(),
      };
      return new RawReply(JSON.stringify(view));
    });
  }

  @Route({
    method: 'PATCH',
    path: '/organization',
    tag,
    summary: 'Settings of the organization; by a signed-in owner or admin only, so that an API key is refused.',
    access: 'session',
    body: OrganizationPatchBody,
    success: [200],
    reply: OrganizationView,
  })
  async change(): Promise<void> {
    throw new Problem('forbidden', 'Only an owner or admin of the organization may do this, signed in.');
  }

  @Route({
    method: 'GET',
    path: '/usage',
    tag,
    summary: 'What a month cost, by namespace and judgment; `format=csv` answers it as a table.',
    access: 'read',
    query: UsageQuery,
    success: [200],
    reply: UsageReport,
    reasons: ['bad_query', 'bad_namespace'],
  })
  async usage(request: Request, reply: Reply): Promise<void> {
    const { format, ...query } = request.asked.query as UsageQuery;
    assertCovered(request.asked.key.scope, query.namespace_prefix);
    if (format !== 'csv') return this.desk.forward(request, reply, reportUsage, query);
    return this.desk.run(request, reply, async (asked) => {
      const report = await this.desk.ask(reportUsage, query, asked);
      return new RawReply(usageCsv(report), { media_type: csvType });
    });
  }
}
