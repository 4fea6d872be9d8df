import { Bus } from '@app/bus';
import { BUS, CLOCK, CONFIG, DATABASE, EFFECTS, LEASES, LOGGER, METRICS, ServiceConfig, VAULT } from '@app/boot';
import { Clock, Logger, Metrics } from '@app/observability';
import { Database, Effects, Leases, Vault } from '@app/persistence';
import { Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { randomUUID } from 'node:crypto';
import { GatewaySettings } from './app.config';
import { Admission } from './http/admission';
import { OwnerClient } from './http/owner-client';
import { AccessLog } from './http/access-log';
import { ProblemFilter } from './http/problem.filter';
import { ErrorResponder } from './http/error-responder';
import { RequestTimeouts } from './http/request-timeouts';
import { Idempotency } from './idempotency/idempotency.service';
import { IdempotencyStore } from './idempotency/idempotency.store';
import { KeyRing } from './key/key-ring.service';
import { KeyService } from './key/key.service';
import { KeyStore } from './key/key.store';
import { RateLimits } from './limit/rate-limits.service';
import { Presence } from './limit/presence.service';
import { ReadsInFlight } from './limit/reads-in-flight.service';
import { SmtpTransport } from './mail/smtp-transport';
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
    { provide: ReadsInFlight, inject: [Presence], useFactory: (presence: Presence) => new ReadsInFlight(presence) },
    {
      provide: RateLimits,
      inject: [BUS, LEASES, Presence, LOGGER],
      useFactory: (bus: Bus, leases: Leases, presence: Presence, logger: Logger) =>
        new RateLimits(bus, leases, presence, logger),
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
        new MailSender(store, smtpUrl === '' ? null : new SmtpTransport(smtpUrl, mailFrom), logger, metrics),
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
    { provide: ErrorResponder, inject: [LOGGER], useFactory: (logger: Logger) => new ErrorResponder(logger) },
    {
      provide: RequestTimeouts,
      inject: [ErrorResponder, CONFIG],
      useFactory: (refusals: ErrorResponder, config: GatewayConfig) =>
        new RequestTimeouts(refusals, config.routeTimeoutMs),
    },
    {
      provide: AccessLog,
      inject: [LOGGER, METRICS, RequestTimeouts],
      useFactory: (logger: Logger, metrics: Metrics, watch: RequestTimeouts) => new AccessLog(logger, metrics, watch),
    },
    {
      provide: OwnerClient,
      inject: [BUS, Idempotency, CONFIG],
      useFactory: (bus: Bus, idempotency: Idempotency, config: GatewayConfig) =>
        new OwnerClient(bus, idempotency, config.routeTimeoutMs),
    },
    {
      provide: Admission,
      inject: [KeyRing, RateLimits, ReadsInFlight, Idempotency, RequestTimeouts, CONFIG],
      useFactory: (
        keys: KeyRing,
        allowance: RateLimits,
        reads: ReadsInFlight,
        idempotency: Idempotency,
        watch: RequestTimeouts,
        config: GatewayConfig,
      ) => new Admission(keys, allowance, reads, idempotency, watch, config),
    },
    {
      provide: APP_FILTER,
      inject: [ErrorResponder, Idempotency],
      useFactory: (refusals: ErrorResponder, idempotency: Idempotency) => new ProblemFilter(refusals, idempotency),
    },
  ],
})
export class AppModule {}
