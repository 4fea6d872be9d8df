import { DATABASE, EFFECTS, WorkerEntry, worker } from '@app/boot';
import { Database, Effects } from '@app/persistence';
import { INestApplicationContext } from '@nestjs/common';
import { RevisionWatch } from './admission/database/revision-watch';
import { sweepClaims } from './admission/idempotency/idempotency.store';
import { Presence } from './admission/limit/presence';
import { RateLimits, renewMs } from './admission/limit/rate-limits';
import { KeyUses } from './identity/key/key-uses';
import { MailSender } from './identity/mail/mail-sender';
import { sweepMails } from './identity/mail/mail.store';
import { sweepAudit } from './identity/organization/audit.store';
import { sweepStates } from './identity/provider/identity.store';
import { sweepLinks } from './identity/session/link.store';
import { sweepSessions } from './identity/session/session.store';
import { sweepAttempts } from './identity/sign-in/throttle.store';

/** What admission knows: changed keys and sessions, uses of keys, the other gateways, and who leads the rate limits. */
function admission(app: INestApplicationContext): WorkerEntry[] {
  const watch = app.get(RevisionWatch);
  const uses = app.get(KeyUses);
  const limits = app.get(RateLimits);
  return [
    worker({
      name: 'admission revision',
      idleMs: 500,
      onStart: () => watch.begin(),
      look: () => watch.look(),
      turn: () => watch.compare(),
    }),
    worker({ name: 'key uses', idleMs: 60_000, turn: () => uses.write(), onStopped: () => uses.write() }),
    () => app.get(Presence),
    worker({
      name: 'limit leader',
      idleMs: renewMs,
      onStart: () => limits.renew(),
      look: () => limits.look(),
      turn: () => limits.renew(),
      onStopped: () => limits.endLead(),
    }),
  ];
}

/** Nothing without a mail server: mails are kept for the operator. */
function mails(app: INestApplicationContext): WorkerEntry[] {
  const sender = app.get(MailSender);
  if (!sender.sends) return [];
  return [
    worker({
      name: 'mail',
      idleMs: 2000,
      wokenBy: (wake) => sender.onWake(wake),
      turn: () => sender.turn(),
      onStopped: () => sender.close(),
    }),
  ];
}

/** Deletes rows that nothing reads any more: of keyed requests, effects, mails, sessions, links, attempts and the audit. */
function sweeper(app: INestApplicationContext): WorkerEntry {
  const database = app.get<Database>(DATABASE);
  const effects = app.get<Effects>(EFFECTS);
  const turn = async (): Promise<void> => {
    await sweepClaims(database);
    await effects.sweep();
    await sweepMails(database);
    await sweepSessions(database);
    await sweepLinks(database);
    await sweepAttempts(database);
    await sweepStates(database);
    await sweepAudit(database);
  };
  return worker({ name: 'sweep', idleMs: 10 * 60_000, turn });
}

/** What the gateway does beside its requests. */
export function workers(app: INestApplicationContext): WorkerEntry[] {
  return [...admission(app), ...mails(app), sweeper(app)];
}
