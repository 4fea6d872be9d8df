import { CONFIG, ServiceConfig } from '@app/boot';
import { Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { PasswordHasher } from './identity/account/password-hasher';
import { AddressChanges } from './identity/sign-in/address-change.service';
import { AdmissionDatabase } from './admission/database/admission-database';
import { RevisionWatch } from './admission/database/revision-watch.service';
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
import { Idempotency } from './admission/idempotency/idempotency.service';
import { KeyRing } from './identity/key/key-ring.service';
import { KeyUses } from './identity/key/key-uses.service';
import { KeyService } from './identity/key/key.service';
import { LeastRate } from './admission/limit/least-rate';
import { Presence } from './admission/limit/presence.service';
import { RateLimits } from './admission/limit/rate-limits.service';
import { LongPolls } from './admission/limit/long-polls.service';
import { ReadsInFlight } from './admission/limit/reads-in-flight.service';
import { LinkMails } from './identity/mail/link-mails.service';
import { MailSender } from './identity/mail/mail-sender.service';
import { MailHandler } from './identity/mail/mail.handler';
import { SMTP_TRANSPORT, SmtpTransport } from './identity/mail/smtp-transport';
import { MemberSessions } from './identity/member/member-sessions.service';
import { Members } from './identity/member/member.service';
import { OrganizationService } from './identity/organization/organization.service';
import { SessionRing } from './identity/session/session-ring.service';
import { ProviderList } from './identity/provider/provider-list.service';
import { ProviderSignIn } from './identity/provider-sign-in/provider-sign-in.service';
import { AccountChanges } from './identity/sign-in/account-changes.service';
import { SessionOpener } from './identity/sign-in/session-opener.service';
import { Sessions } from './identity/sign-in/sessions.service';
import { SignIn } from './identity/sign-in/sign-in.service';
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
