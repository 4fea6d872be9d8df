import { EFFECTS, HEALTH, LOGGER, ServiceDefinition } from '@app/boot';
import { handle, on } from '@app/bus';
import { eventRaised, readOrganizationMarks } from '@app/contracts';
import { Health, Logger, Loop } from '@app/observability';
import { Effects } from '@app/persistence';
import { NestFastifyApplication } from '@nestjs/platform-fastify';
import { GatewaySettings } from './app.config';
import { AppModule } from './app.module';
import { gatewaySchema } from './app.schema';
import { createServer } from './http/server';
import { RequestTimeouts } from './http/request-timeouts';
import { IdempotencyStore } from './idempotency/idempotency.store';
import { KeyRing } from './key/key-ring.service';
import { RateLimits } from './limit/rate-limits.service';
import { Presence } from './limit/presence.service';
import { MailSender } from './mail/mail-sender.service';
import { MailHandler } from './mail/mail.handler';
import { MailStore } from './mail/mail.store';
import { OrganizationStore } from './organization/organization.store';

const sweepMs = 10 * 60 * 1000;

/** The gateway as a process: the one service with a public port. */
export const gatewayService: ServiceDefinition<GatewaySettings> = {
  ...gatewaySchema,
  module: AppModule,
  consumers: (app) => [
    on(eventRaised, (delivered) => app.get(MailHandler).tell(delivered)),
    handle(readOrganizationMarks, ({ organization }) => app.get(OrganizationStore).marks(organization)),
  ],
  workers: (app) => {
    const records = app.get(IdempotencyStore);
    const effects = app.get<Effects>(EFFECTS);
    const keys = app.get(KeyRing);
    const mails = app.get(MailStore);
    app.get<Health>(HEALTH).mustBeReady({ name: 'keys', check: () => keys.stuck() });
    const turn = async (): Promise<boolean> => {
      await records.sweep();
      await effects.sweep();
      await mails.sweep();
      return false;
    };
    const sweep = new Loop({ name: 'sweep', idleMs: sweepMs, logger: app.get<Logger>(LOGGER), turn });
    return [
      keys,
      app.get(Presence),
      app.get(RateLimits),
      app.get(RequestTimeouts),
      app.get(MailSender),
      { start: () => void sweep.start(), stop: () => sweep.stop() },
    ];
  },
  create: createServer,
  listen: async (app, { config, logger }) => {
    const server = app as NestFastifyApplication;
    await server.listen(config.port, config.host);
    logger.info({ address: await server.getUrl() }, 'listening');
  },
};
