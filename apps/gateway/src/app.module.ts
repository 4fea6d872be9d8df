import { Bus } from '@app/bus';
import { BUS, CLOCK, CONFIG, DATABASE, EFFECTS, LEASES, LOGGER, METRICS, ServiceConfig, VAULT } from '@app/boot';
import { Clock, Logger, Metrics } from '@app/observability';
import { Database, Effects, Leases, Vault } from '@app/persistence';
import { Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { randomUUID } from 'node:crypto';
import { GatewaySettings } from './app.config';
import { Admission } from './http/admission';
import { Desk } from './http/owner-client';
import { Journal } from './http/access-log';
import { ProblemFilter } from './http/problem.filter';
import { Refusals } from './http/error-responder';
import { Watch } from './http/request-timeouts';
import { Idempotency } from './idempotency/idempotency.service';
import { IdempotencyStore } from './idempotency/idempotency.store';
import { KeyRing } from './key/key-ring.service';
import { KeyService } from './key/key.service';
import { KeyStore } from './key/key.store';
import { Allowance } from './limit/rate-limits.service';
import { Presence } from './limit/presence.service';
import { Reads } from './limit/reads-in-flight.service';
import { Courier } from './mail/smtp-transport';
import { MailSender } from './mail/mail-sender.service';
import { MailHandler } from './mail/mail.handler';
import { MailStore } from './mail/mail.store';
import { OrganizationService } from './organization/organization.service';
import { OrganizationStore } from './organization/organization.store';
import { DocumentsController } from './routes/documents/documents.controller';
import { ImagesController } from './routes/images/images.controller';
import { EnginesController } from './routes/engines/engines.controller';
import { JobsController } from './routes/jobs/jobs.controller';
import { BackfillController } from './routes/judgments/backfill.controller';
import { JudgingController } from './routes/judgments/judging.controller';
import { JudgmentsController } from './routes/judgments/judgments.controller';
import { NamespacesController } from './routes/namespaces/namespaces.controller';
import { ApiKeysController } from './routes/organization/api-keys.controller';
import { OrganizationController } from './routes/organization/organization.controller';
import { OutcomesController } from './routes/outcomes/outcomes.controller';
import { StartersController } from './routes/starters/starters.controller';
import { SubscriptionsController } from './routes/subscriptions/subscriptions.controller';
import { EndpointActionsController } from './routes/webhooks/endpoint-actions.controller';
import { EndpointsController } from './routes/webhooks/endpoints.controller';
import { DeliveriesController } from './routes/webhooks/deliveries.controller';
import { EventsController } from './routes/webhooks/events.controller';

type GatewayConfig = ServiceConfig<GatewaySettings>;

/** Composition root: every class is made here, from the wires of the process. */
@Module({
  controllers: [
    NamespacesController,
    DocumentsController,
    ImagesController,
    BackfillController,
    JudgingController,
    JudgmentsController,
    OutcomesController,
    StartersController,
    JobsController,
    EnginesController,
    OrganizationController,
    ApiKeysController,
    SubscriptionsController,
    EndpointsController,
    EndpointActionsController,
    DeliveriesController,
    EventsController,
  ],
  providers: [
    { provide: KeyStore, inject: [DATABASE], useFactory: (db: Database) => new KeyStore(db) },
    { provide: OrganizationStore, inject: [DATABASE], useFactory: (db: Database) => new OrganizationStore(db) },
    {
      provide: OrganizationService,
      inject: [EFFECTS, OrganizationStore],
      useFactory: (effects: Effects, store: OrganizationStore) => new OrganizationService(effects, store),
    },
    {
      provide: KeyRing,
      inject: [KeyStore, CLOCK, LOGGER],
      useFactory: (store: KeyStore, clock: Clock, logger: Logger) => new KeyRing(store, clock, logger),
    },
    {
      provide: KeyService,
      inject: [EFFECTS, KeyStore, CLOCK],
      useFactory: (effects: Effects, store: KeyStore, clock: Clock) => new KeyService(effects, store, clock),
    },
    { provide: Presence, inject: [BUS], useFactory: (bus: Bus) => new Presence(bus, randomUUID()) },
    { provide: Reads, inject: [Presence], useFactory: (presence: Presence) => new Reads(presence) },
    {
      provide: Allowance,
      inject: [BUS, LEASES, Presence, LOGGER],
      useFactory: (bus: Bus, leases: Leases, presence: Presence, logger: Logger) =>
        new Allowance(bus, leases, presence, logger),
    },
    {
      provide: IdempotencyStore,
      inject: [DATABASE, VAULT],
      useFactory: (db: Database, vault: Vault) => new IdempotencyStore(db, vault),
    },
    {
      provide: Idempotency,
      inject: [IdempotencyStore, LOGGER],
      useFactory: (store: IdempotencyStore, logger: Logger) => new Idempotency(store, logger),
    },
    { provide: MailStore, inject: [DATABASE], useFactory: (db: Database) => new MailStore(db) },
    {
      provide: MailSender,
      inject: [MailStore, CONFIG, LOGGER, METRICS],
      useFactory: (store: MailStore, { smtpUrl, mailFrom }: GatewayConfig, logger: Logger, metrics: Metrics) =>
        new MailSender(store, smtpUrl === '' ? null : new Courier(smtpUrl, mailFrom), logger, metrics),
    },
    {
      provide: MailHandler,
      inject: [MailStore, OrganizationStore, MailSender, CONFIG, LOGGER],
      useFactory: (
        store: MailStore,
        organizations: OrganizationStore,
        sender: MailSender,
        { publicUrl }: GatewayConfig,
        logger: Logger,
      ) => new MailHandler(store, organizations, sender, publicUrl, logger),
    },
    { provide: Refusals, inject: [LOGGER], useFactory: (logger: Logger) => new Refusals(logger) },
    {
      provide: Watch,
      inject: [Refusals, CONFIG],
      useFactory: (refusals: Refusals, config: GatewayConfig) => new Watch(refusals, config.routeTimeoutMs),
    },
    {
      provide: Journal,
      inject: [LOGGER, METRICS, Watch],
      useFactory: (logger: Logger, metrics: Metrics, watch: Watch) => new Journal(logger, metrics, watch),
    },
    {
      provide: Desk,
      inject: [BUS, Idempotency, CONFIG],
      useFactory: (bus: Bus, idempotency: Idempotency, config: GatewayConfig) =>
        new Desk(bus, idempotency, config.routeTimeoutMs),
    },
    {
      provide: Admission,
      inject: [KeyRing, Allowance, Reads, Idempotency, Watch, CONFIG],
      useFactory: (
        keys: KeyRing,
        allowance: Allowance,
        reads: Reads,
        idempotency: Idempotency,
        watch: Watch,
        config: GatewayConfig,
      ) => new Admission(keys, allowance, reads, idempotency, watch, config),
    },
    {
      provide: APP_FILTER,
      inject: [Refusals, Idempotency],
      useFactory: (refusals: Refusals, idempotency: Idempotency) => new ProblemFilter(refusals, idempotency),
    },
  ],
})
export class AppModule {}
