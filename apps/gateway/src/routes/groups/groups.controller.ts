import { RawReply } from '@app/bus';
import { GroupBody, SummaryBody, putGroup, putSummary } from '@app/contracts/documents';
import { Controller } from '@nestjs/common';
import { OwnerClient } from '../../http/owner-client';
import { assertCovers } from '../../http/permission';
import type { Reply, Request } from '../../http/request-context';
import { Serves } from '../../http/route';
import { RouteRunner } from '../../http/route-runner';
import { saveGroup } from './group-routes';
import { saveSummary } from './summary-routes';

@Controller()
export class GroupsController {
  constructor(
    private readonly runner: RouteRunner,
    private readonly owners: OwnerClient,
  ) {}

  /** Answers 201 for a new group and 200 for a changed one. */
  @Serves(saveGroup)
  save(request: Request, reply: Reply): Promise<void> {
    return this.runner.run(request, reply, async (context) => {
      const { namespace, params, body } = context;
      const payload = { namespace, name: params.name, group: body as GroupBody };
      const { created, group } = await this.owners.ask(putGroup, payload, context);
      return RawReply.of({ status: created ? 201 : 200, body: JSON.stringify(group) });
    });
  }

  /** The key must cover the namespace that gets the documents, too. Answers 201 for a new summary. */
  @Serves(saveSummary)
  saveSummary(request: Request, reply: Reply): Promise<void> {
    return this.runner.run(request, reply, async (context) => {
      const { namespace, principal } = context;
      const body = context.body as SummaryBody;
      assertCovers(principal.scope, body.into);
      const { created, summary } = await this.owners.ask(putSummary, { namespace, summary: body }, context);
      return RawReply.of({ status: created ? 201 : 200, body: JSON.stringify(summary) });
    });
  }
}
