import { RawReply } from '@app/bus';
import { readAlternatives, readAlternativesPage } from '@app/contracts/calibration';
import { Controller } from '@nestjs/common';
import { htmlType } from '../../http/media-types';
import { OwnerClient } from '../../http/owner-client';
import type { Reply, Request } from '../../http/request-context';
import { Serves } from '../../http/route';
import { RouteRunner } from '../../http/route-runner';
import { prefersHtml } from '../../request/accept';
import { showAlternatives } from './alternative-routes';

@Controller()
export class AlternativesController {
  constructor(
    private readonly runner: RouteRunner,
    private readonly owners: OwnerClient,
  ) {}

  /** The table as JSON, or as a page for a client that prefers HTML. */
  @Serves(showAlternatives)
  show(request: Request, reply: Reply): Promise<void> {
    return this.runner.run(request, reply, async (context) => {
      const { namespace, params, principal } = context;
      const payload = { namespace, judgment: params.name, plan: principal.organization.plan };
      if (!prefersHtml(request.headers.accept)) return this.owners.askRaw(readAlternatives, payload, context);
      const { html, policy } = await this.owners.ask(readAlternativesPage, payload, context);
      reply
        .header('content-security-policy', policy)
        .header('x-content-type-options', 'nosniff')
        .header('vary', 'accept');
      return new RawReply(html, { media_type: htmlType });
    });
  }
}
