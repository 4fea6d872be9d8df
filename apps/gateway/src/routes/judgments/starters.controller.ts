import { RawReply } from '@app/bus';
import { starterList } from '@app/starters';
import { Controller } from '@nestjs/common';
import type { Reply, Request } from '../../http/request-context';
import { Serves } from '../../http/route';
import { RouteRunner } from '../../http/route-runner';
import { listStarters } from './starter-routes';

/** The list is the same for every caller and plan. */
const list = JSON.stringify(starterList());

@Controller()
export class StartersController {
  constructor(private readonly runner: RouteRunner) {}

  @Serves(listStarters)
  list(request: Request, reply: Reply): Promise<void> {
    return this.runner.run(request, reply, () => new RawReply(list));
  }
}
