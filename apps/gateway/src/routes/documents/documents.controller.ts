import { RawReply } from '@app/bus';
import { writeDocuments } from '@app/contracts/documents';
import { Problem } from '@app/problem';
import { Controller } from '@nestjs/common';
import { OwnerClient } from '../../http/owner-client';
import type { Reply, Request } from '../../http/request-context';
import { Serves } from '../../http/route';
import { RouteRunner } from '../../http/route-runner';
import { deleteDocument } from './document-routes';

@Controller()
export class DocumentsController {
  constructor(
    private readonly runner: RouteRunner,
    private readonly owners: OwnerClient,
  ) {}

  @Serves(deleteDocument)
  delete(request: Request, reply: Reply): Promise<void> {
    return this.runner.run(request, reply, async (context) => {
      const { namespace, params } = context;
      const payload = { namespace, write: { delete: [{ id: params.id }] } };
      const { deleted } = await this.owners.ask(writeDocuments, payload, context);
      if (deleted === 0) throw new Problem('not_found', 'There is no such document.');
      return new RawReply('{"deleted":true}');
    });
  }
}
