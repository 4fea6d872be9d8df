import { RawReply } from '@app/bus';
import { UsageReport, reportUsage } from '@app/contracts';
import { Controller } from '@nestjs/common';
import { OwnerClient } from '../../http/owner-client';
import { OrganizationService, toView } from '../../organization/organization.service';
import { OrganizationStore } from '../../organization/organization.store';
import type { Reply, Request } from '../../http/request-context';
import { Route } from '../../request/route-spec';
import { assertCovered } from '../../request/namespace-prefix';
import { OrganizationPatchBody, OrganizationView, UsageQuery } from '../../organization/organization.schema';
import { csvType, usageCsv } from './usage-csv';

const tag = 'Organization';

@Controller()
export class OrganizationController {
  constructor(
    private readonly desk: OwnerClient,
    private readonly organizations: OrganizationStore,
    private readonly settings: OrganizationService,
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
      return new RawReply(JSON.stringify(toView(row)));
    });
  }

  @Route({
    method: 'PATCH',
    path: '/organization',
    tag,
    summary:
      'Settings of the organization. An unscoped key sets the non-production prefixes; the rest needs a signed-in owner or admin.',
    access: 'keys',
    body: OrganizationPatchBody,
    success: [200],
    reply: OrganizationView,
  })
  change(request: Request, reply: Reply): Promise<void> {
    return this.desk.run(request, reply, async (asked) =>
      RawReply.of(await this.settings.change(asked.body as OrganizationPatchBody, this.desk.callOf(asked))),
    );
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
