import { Entry, handle, on } from '@app/bus';
import { DATABASE } from '@app/boot';
import { eventRaised, readOrganizationMarks } from '@app/contracts';
import { Database } from '@app/persistence';
import { INestApplicationContext } from '@nestjs/common';
import { MailHandler } from './mail/mail.handler';
import { readMarks } from './organization/organization.store';

/** The messages of the bus that the gateway consumes and handles; the limit leader handles one more, `RateLimits`. */
export function consumers(app: INestApplicationContext): Entry[] {
  const mails = app.get(MailHandler);
  const database = app.get<Database>(DATABASE);
  return [
    on(eventRaised, (delivered) => mails.writeMails(delivered)),
    handle(readOrganizationMarks, ({ organization }) => readMarks(database, organization)),
  ];
}
