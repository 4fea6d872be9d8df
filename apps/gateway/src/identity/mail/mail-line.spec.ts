import { keepLog } from '@app/testing';
import type { StoredMail } from './mail';
import { logTry } from './mail-line';

const mail: StoredMail = {
  id: 'eml_1',
  eventId: 'evt_1',
  organization: 'org_1',
  address: 'planted@acme.example',
  subject: 'planted subject',
  text: 'planted text',
  html: 'planted html',
  status: 'waiting',
  attempts: 2,
  linkAccount: null,
  linkPurpose: 'sign_in',
  lastError: null,
  createdAt: new Date(),
  dueAt: new Date(),
  sentAt: null,
};

it('a try of a mail is one line of the log, at the level of its outcome, and shows nothing of the mail [DASH-07] [I5]', () => {
  const log = keepLog();
  logTry(log.logger, mail, { outcome: 'sent', reason: null, waitS: null, ms: 12 });
  logTry(log.logger, mail, { outcome: 'again', reason: 'ECONNREFUSED: no', waitS: 30, ms: 3 });
  logTry(log.logger, mail, { outcome: 'failed', reason: 'the last try has no recorded result', waitS: null, ms: null });
  const about = { event: 'mail.tried', mail: 'eml_1', event_id: 'evt_1', organization: 'org_1', attempt: 2 };
  expect(log.lines()).toEqual([
    expect.objectContaining({ ...about, level: 'info', outcome: 'sent', reason: null, again_in_s: null, ms: 12 }),
    expect.objectContaining({ ...about, level: 'warn', outcome: 'again', reason: 'ECONNREFUSED: no', again_in_s: 30 }),
    expect.objectContaining({ ...about, level: 'error', outcome: 'failed', again_in_s: null, ms: null }),
  ]);
  expect(log.lines('planted')).toEqual([]);
});
