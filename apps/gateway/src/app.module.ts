import { CONFIG, ServiceConfig } from '@app/boot';
import { Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { PasswordHasher } from './identity/account/password-hasher';
import { AuditReader } from './identity/audit/audit-reader';
import { AddressChanges } from './identity/sign-in/address-changes';
import { AdmissionDatabase } from './admission/database/admission-database';
import { RevisionWatch } from './admission/database/revision-watch';
import { GatewaySettings } from './app.config';
import { AccessLog } from './http/access-log';
import { Admission } from './http/admission';
import { BodyReader } from './http/body-reader';
import { ErrorResponder } from './http/error-responder';
import { OwnerClient } from './http/owner-client';
import { ProblemFilter } from './http/problem.filter';
import { ReplySender } from './http/reply-sender';
import { RequestTimeouts } from './http/request-timeouts';
import { RouteRunner } from './http/route-runner';
import { Idempotency } from './admission/idempotency/idempotency';
import { KeyRing } from './identity/key/key-ring';
import { KeyUses } from './identity/key/key-uses';
import { KeyService } from './identity/key/key.service';
import { LeastRate } from './admission/limit/least-rate';
import { Presence } from './admission/limit/presence';
import { RateLimits } from './admission/limit/rate-limits';
import { LongPolls } from './admission/limit/long-polls';
import { ReadsInFlight } from './admission/limit/reads-in-flight';
import { LinkMails } from './identity/mail/link-mails';
import { MailSender } from './identity/mail/mail-sender';
import { MailHandler } from './identity/mail/mail.handler';
import { SMTP_TRANSPORT, SmtpTransport } from './identity/mail/smtp-transport';
import { MemberSessions } from './identity/member/member-sessions';
import { Members } from './identity/member/members';
import { ModelSetters } from './identity/organization/model-setters';
import { OrganizationService } from './identity/organization/organization.service';
import { SessionRing } from './identity/session/session-ring';
import { ProviderList } from './identity/provider/provider-list';
import { ProviderSignIn } from './identity/provider-sign-in/provider-sign-in';
import { AccountChanges } from './identity/sign-in/account-changes';
import { SessionOpener } from './identity/sign-in/session-opener';
import { Sessions } from './identity/sign-in/sessions';
import { SignIn } from './identity/sign-in/sign-in';
import { DocumentsController } from './routes/documents/documents.controller';
import { ExplainController } from './routes/documents/explain.controller';
import { ImagesController } from './routes/images/images.controller';
import { JobsController } from './routes/jobs/jobs.controller';
import { ApiKeysController } from './routes/organization/api-keys.controller';
import { MembersController } from './routes/organization/members.controller';
import { OrganizationController } from './routes/organization/organization.controller';
import { SessionsController } from './routes/organization/sessions.controller';
import { AlternativesController } from './routes/outcomes/alternatives.controller';
import { CalibrationController } from './routes/outcomes/calibration.controller';
import { ModelsController } from './routes/models/models.controller';
import { StartersController } from './routes/judgments/starters.controller';
import { GroupsController } from './routes/groups/groups.controller';
import { SubscriptionsController } from './routes/subscriptions/subscriptions.controller';
import { VersionController } from './routes/version/version.controller';

/** Composition root. The controllers serve the routes of `routes/routes.ts` that the server does not forward. */
@Module({
  controllers: [
    DocumentsController,
    ExplainController,
    ImagesController,
    JobsController,
    ApiKeysController,
    OrganizationController,
    ModelsController,
    MembersController,
    SessionsController,
    AlternativesController,
    CalibrationController,
    StartersController,
    SubscriptionsController,
    GroupsController,
    VersionController,
  ],
  providers: [
    AdmissionDatabase,
    RevisionWatch,
    ...[KeyRing, KeyService, KeyUses],
    ...[
      SessionRing,
      SignIn,
      SessionOpener,
      Sessions,
      AccountChanges,
      Members,
      MemberSessions,
      ProviderList,
      ProviderSignIn,
    ],
    { provide: PasswordHasher, useFactory: () => new PasswordHasher() },
    ...[Presence, RateLimits, ReadsInFlight, LongPolls, LeastRate],
    Idempotency,
    OrganizationService,
    AuditReader,
    ModelSetters,
    ...[MailHandler, MailSender, LinkMails, AddressChanges],
    {
      provide: SMTP_TRANSPORT,
      inject: [CONFIG],
      useFactory: ({ smtpUrl, mailFrom }: ServiceConfig<GatewaySettings>) =>
        smtpUrl === '' ? null : new SmtpTransport(smtpUrl, mailFrom),
    },
    ...[Admission, BodyReader, RequestTimeouts, AccessLog, ErrorResponder, OwnerClient, RouteRunner, ReplySender],
    { provide: APP_FILTER, useClass: ProblemFilter },
  ],
})
export class AppModule {}
