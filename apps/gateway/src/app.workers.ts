import { DATABASE, EFFECTS, LOGGER, Worker } from '@app/boot';
import { Logger, Loop } from '@app/observability';
import { Database, Effects } from '@app/persistence';
import { INestApplicationContext } from '@nestjs/common';
import { sweepStates } from './identity/provider/identity.store';
import { sweepClaims } from './admission/idempotency/idempotency.store';
import { RevisionWatch } from './admission/database/revision-watch.service';
import { sweepAudit } from './identity/organization/audit.store';
import { Presence } from './admission/limit/presence.service';
import { KeyUses } from './identity/key/key-uses.service';
import { RateLimits } from './admission/limit/rate-limits.service';
import { MailSender } from './identity/mail/mail-sender.service';
import { sweepMails } from './identity/mail/mail.store';
import { sweepSessions } from './identity/session/session.store';
import { sweepAttempts } from './identity/sign-in/throttle.store';
import { sweepLinks } from './identity/session/link.store';

const sweepMs = 10 * 60 * 1000;

export function workers(app: INestApplicationContext): Worker[] {
  return [
    app.get(RevisionWatch),
    app.get(KeyUses),
    app.get(Presence),
    app.get(RateLimits),
    app.get(MailSender),
    sweeper(app),
  ];
}

/** Deletes rows that nothing reads any more: of keyed requests, effects, mails, sessions, links, attempts and the audit. */
function sweeper(app: INestApplicationContext): Worker {
  const database = app.get<Database>(DATABASE);
  const effects = app.get<Effects>(EFFECTS);
  const turn = async (): Promise<boolean> => {
    await sweepClaims(database);
    await effects.sweep();
    await sweepMails(database);
    await sweepSessions(database);
    await sweepLinks(database);
    await sweepAttempts(database);
    await sweepStates(database);
    await sweepAudit(database);
    return false;
  };
  const loop = new Loop({ name: 'sweep', idleMs: sweepMs, logger: app.get<Logger>(LOGGER), turn });
  return { start: () => void loop.start(), stop: () => loop.stop() };
}
