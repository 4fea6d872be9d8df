import { EngineList, listEngines } from '@app/contracts';
import { Controller } from '@nestjs/common';
import { OwnerClient } from '../../http/owner-client';
import type { Reply, Request } from '../../http/request-context';
import { Route } from '../../request/route-spec';

@Controller()
export class EnginesController {
  constructor(private readonly desk: OwnerClient) {}

  @Route({
    method: 'GET',
    path: '/engines',
    tag: 'Engines',
    summary: 'The engines, their active versions, limits and billing weights.',
    access: 'read',
    success: [200],
    reply: EngineList,
  })
  list(request: Request, reply: Reply): Promise<void> {
    return this.desk.forward(request, reply, listEngines, '{}');
  }
}
