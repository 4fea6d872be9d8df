import { RawReply } from '@app/bus';
import { readCalibration, readCalibrationPage } from '@app/contracts/calibration';
import { Controller } from '@nestjs/common';
import { htmlType } from '../../http/media-types';
import { OwnerClient } from '../../http/owner-client';
import type { Reply, Request } from '../../http/request-context';
import { Serves } from '../../http/route';
import { RouteRunner } from '../../http/route-runner';
import { prefersHtml } from '../../request/accept';
import { showCalibration } from './outcome-routes';

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
}
