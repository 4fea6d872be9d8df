import { RawReply } from '@app/bus';
import { StarterList } from '@app/contracts';
import { starterList } from '@app/starters';
import { Controller } from '@nestjs/common';
import { OwnerClient } from '../../http/owner-client';
import type { Reply, Request } from '../../http/request-context';
import { Route } from '../../request/route-spec';

/** Made once: the list is the same for every caller and plan. */
const list = JSON.stringify(starterList());

@Controller()
export class StartersController {
  constructor(private readonly desk: OwnerClient) {}

  @Route({
    method: 'GET',
    path: '/starters',
    tag: 'Judgments',
    summary: 'Definitions to begin from, with placeholders for your own paths and words.',
    access: 'read',
    success: [200],
    reply: StarterList,
  })
  list(request: Request, reply: Reply): Promise<void> {
    return this.desk.run(request, reply, () => Promise.resolve(new RawReply(list)));
  }
}
