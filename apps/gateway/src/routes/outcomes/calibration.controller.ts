import { RawReply } from '@app/bus';
import { ListLabels, listLabels, readCalibration, readCalibrationPage } from '@app/contracts/calibration';
import { Controller } from '@nestjs/common';
import { csvType, htmlType } from '../../http/media-types';
import { OwnerClient } from '../../http/owner-client';
import type { Reply, Request } from '../../http/request-context';
import { Serves } from '../../http/route';
import { RouteRunner } from '../../http/route-runner';
import { prefersHtml } from '../../request/accept';
import { labelsCsv, linkToLabels } from './labels-csv';
import { showCalibration, showLabels } from './outcome-routes';
import { LabelsQuery } from './outcomes.schema';

@Controller()
export class CalibrationController {
  constructor(
    private readonly runner: RouteRunner,
    private readonly owners: OwnerClient,
  ) {}

  /** The report as JSON, or as a page for a client that prefers HTML. */
  @Serves(showCalibration)
  show(request: Request, reply: Reply): Promise<void> {
    return this.runner.run(request, reply, async (context) => {
      const { namespace, params } = context;
      const payload = { ...context.query, namespace, judgment: params.name };
      if (!prefersHtml(request.headers.accept)) return this.owners.askRaw(readCalibration, payload, context);
      const { html, policy } = await this.owners.ask(readCalibrationPage, payload, context);
      reply
        .header('content-security-policy', policy)
        .header('x-content-type-options', 'nosniff')
        .header('vary', 'accept');
      return new RawReply(html, { media_type: htmlType });
    });
  }

  /** The labels as JSON or CSV. */
  @Serves(showLabels)
  showLabels(request: Request, reply: Reply): Promise<void> {
    return this.runner.run(request, reply, async (context) => {
      const { format, ...query } = context.query as LabelsQuery;
      const payload: ListLabels = { ...query, namespace: context.namespace, judgment: context.params.name };
      if (format !== 'csv') return this.owners.askRaw(listLabels, payload, context);
      const page = await this.owners.ask(listLabels, payload, context);
      if (page.next_cursor) reply.header('link', linkToLabels(payload, page.next_cursor));
      return new RawReply(labelsCsv(page), { media_type: csvType });
    });
  }
}
