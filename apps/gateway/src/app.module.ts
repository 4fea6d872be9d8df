import { CONFIG, ServiceConfig } from '@app/boot';
import { Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { PasswordHasher } from './account/password-hasher';
import { AddressChanges } from './address-change/address-change.service';
import { AdmissionDatabase } from './admission-database/admission-database';
import { RevisionWatch } from './admission-database/revision-watch.service';
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
import { Idempotency } from './idempotency/idempotency.service';
import { KeyRing } from './key/key-ring.service';
import { KeyUses } from './key/key-uses.service';
import { KeyService } from './key/key.service';
import { LeastRate } from './limit/least-rate';
import { Presence } from './limit/presence.service';
import { RateLimits } from './limit/rate-limits.service';
import { LongPolls } from './limit/long-polls.service';
import { ReadsInFlight } from './limit/reads-in-flight.service';
import { LinkMails } from './mail/link-mails.service';
import { MailSender } from './mail/mail-sender.service';
import { MailHandler } from './mail/mail.handler';
import { SMTP_TRANSPORT, SmtpTransport } from './mail/smtp-transport';
import { MemberSessions } from './member/member-sessions.service';
import { Members } from './member/member.service';
import { OrganizationService } from './organization/organization.service';
import { SessionRing } from './session/session-ring.service';
import { ProviderList } from './identity-provider/provider-list.service';
import { ProviderSignIn } from './provider-sign-in/provider-sign-in.service';
import { AccountChanges } from './sign-in/account-changes.service';
import { SessionOpener } from './sign-in/session-opener.service';
import { Sessions } from './sign-in/sessions.service';
import { SignIn } from './sign-in/sign-in.service';
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
import { StartersController } from './routes/starters/starters.controller';
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
