import { RawReply } from '@app/bus';
import { ReportDays, reportDays, reportQuota, reportUsage } from '@app/contracts/billing';
import { readHeld } from '@app/contracts/documents';
import { Controller } from '@nestjs/common';
import { csvType, jsonLinesType } from '../../http/media-types';
import { OwnerClient } from '../../http/owner-client';
import type { Reply, Request } from '../../http/request-context';
import { Serves } from '../../http/route';
import { RouteRunner } from '../../http/route-runner';
import { AuditReader } from '../../identity/audit/audit-reader';
import { AuditExportQuery, AuditQuery } from '../../identity/audit/audit.schema';
import { OrganizationPatchBody } from '../../identity/organization/organization.schema';
import { OrganizationService } from '../../identity/organization/organization.service';
import { assertPrefixWithin } from '../../request/namespace-prefix';
import {
  changeOrganization,
  exportChanges,
  listChanges,
  showOrganization,
  showQuotas,
  showUsage,
  showUsageByDay,
} from './organization-routes';
import { linkToChanges } from './link-to-changes';
import { quotasView } from './quotas.schema';
import { linkToNext, usageCsv } from './usage-csv';
import { UsageQuery } from './usage.schema';

@Controller()
export class OrganizationController {
  constructor(
    private readonly runner: RouteRunner,
    private readonly owners: OwnerClient,
    private readonly organizations: OrganizationService,
    private readonly audits: AuditReader,
  ) {}

  @Serves(showOrganization)
  show(request: Request, reply: Reply): Promise<void> {
    return this.runner.run(
      request,
      reply,
      async ({ caller }) => new RawReply(JSON.stringify(await this.organizations.show(caller.organization))),
    );
  }

  @Serves(changeOrganization)
  change(request: Request, reply: Reply): Promise<void> {
    return this.runner.run(request, reply, async ({ body, principal, call }) =>
      RawReply.of(await this.organizations.change(body as OrganizationPatchBody, principal, call)),
    );
  }

  @Serves(listChanges)
  audit(request: Request, reply: Reply): Promise<void> {
    return this.runner.run(
      request,
      reply,
      async ({ caller, query }) =>
        new RawReply(JSON.stringify(await this.audits.list(caller.organization, query as AuditQuery))),
    );
  }

  @Serves(exportChanges)
  exportAudit(request: Request, reply: Reply): Promise<void> {
    return this.runner.run(request, reply, async ({ principal, query }) => {
      const asked = query as AuditExportQuery;
      const { text, next } = await this.audits.export(principal, asked);
      if (next !== null) reply.header('link', linkToChanges(asked, next));
      return new RawReply(text, { media_type: asked.format === 'csv' ? csvType : jsonLinesType });
    });
  }

  @Serves(showQuotas)
  readQuotas(request: Request, reply: Reply): Promise<void> {
    return this.runner.run(request, reply, async (context) => {
      const [limits, held] = await Promise.all([
        this.owners.ask(reportQuota, {}, context),
        this.owners.ask(readHeld, {}, context),
      ]);
      return new RawReply(JSON.stringify(quotasView(limits, held)));
    });
  }

  @Serves(showUsage)
  readUsage(request: Request, reply: Reply): Promise<void> {
    return this.runner.run(request, reply, async (context) => {
      const { format, ...query } = context.query as UsageQuery;
      assertPrefixWithin(context.principal.scope, query.namespace_prefix);
      if (format !== 'csv') return this.owners.askRaw(reportUsage, query, context);
      const report = await this.owners.ask(reportUsage, query, context);
      if (report.next_cursor) reply.header('link', linkToNext(query, report));
      return new RawReply(usageCsv(report), { media_type: csvType });
    });
  }

  @Serves(showUsageByDay)
  readUsageByDay(request: Request, reply: Reply): Promise<void> {
    return this.runner.run(request, reply, (context) => {
      const query = context.query as ReportDays;
      assertPrefixWithin(context.principal.scope, query.namespace_prefix);
      return this.owners.askRaw(reportDays, query, context);
    });
  }
}
