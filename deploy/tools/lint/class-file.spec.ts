import { sourceFiles } from '../page/tree';
import { workspaceRoot } from '../workspace';
import { misnamedIn } from './class-file';

describe('a file with an injectable class', () => {
  const text = '/** Sends mails. */\n@Injectable()\nexport class MailSender {}\n';

  it.each([
    ['apps/gateway/src/mail/mail.service.ts', ['MailSender']],
    ['apps/gateway/src/mail/mail-sender.service.ts', ['MailSender']],
    ['apps/gateway/src/mail/sender.ts', ['MailSender']],
    ['apps/gateway/src/mail/mail-sender.ts', []],
    ['apps/gateway/src/mail/mail.sender.ts', []],
  ])('%s with the class `MailSender` has the faults %j', (path, faults) => {
    expect(misnamedIn(path, text).map(({ className }) => className)).toEqual(faults);
  });

  it('bears its name, in every service and library', () => {
    const files = sourceFiles(workspaceRoot, ['ts']).filter(
      ({ path, text: source }) =>
        /^(apps|libs)\//.test(path) && !path.endsWith('.spec.ts') && source.includes('@Injectable('),
    );
    expect(files.length).toBeGreaterThan(200);
    expect(files.flatMap(({ path, text: source }) => misnamedIn(path, source))).toEqual([]);
  });
});
