import { DATABASE } from '@app/boot';
import { Entry, handle, on } from '@app/bus';
import { eventRaised } from '@app/contracts/events';
import { readOrganizationMarks } from '@app/contracts/gateway';
import { Database } from '@app/persistence';
import { INestApplicationContext } from '@nestjs/common';
import { MailHandler } from './identity/mail/mail.handler';
import { readMarks } from './identity/organization/organization.store';

/**
 * The messages that every gateway consumes or handles. Only the limit leader handles `gateway.allowance.borrow`, so
 * `RateLimits` subscribes to it.
 */
export function consumers(app: INestApplicationContext): Entry[] {
  const mails = app.get(MailHandler);
  const database = app.get<Database>(DATABASE);
  return [
    on(eventRaised, (delivered) => mails.writeMails(delivered)),
    handle(readOrganizationMarks, ({ organization }) => readMarks(database, organization)),
  ];
}
