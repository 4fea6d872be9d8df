import { CONFIG } from '@app/boot';
import type { ServiceConfig } from '@app/boot';
import { RawReply } from '@app/bus';
import { Controller, Inject } from '@nestjs/common';
import type { GatewaySettings } from '../../app.config';
import type { Reply, Request } from '../../http/request-context';
import { Serves } from '../../http/route';
import { RouteRunner } from '../../http/route-runner';
import { showVersion } from './version-routes';
import { VersionView } from './version.schema';

/** The version of the API that the paths begin with. */
const apiVersion = '1';

@Controller()
export class VersionController {
  private readonly shown: VersionView;

  constructor(
    private readonly runner: RouteRunner,
    @Inject(CONFIG) { buildVersion, buildRevision }: ServiceConfig<GatewaySettings>,
  ) {
    this.shown = { version: buildVersion, revision: buildRevision, api_version: apiVersion };
  }

  @Serves(showVersion)
  show(request: Request, reply: Reply): Promise<void> {
    return this.runner.run(request, reply, () => new RawReply(JSON.stringify(this.shown)));
  }
}
