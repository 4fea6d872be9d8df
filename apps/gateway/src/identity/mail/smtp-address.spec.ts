import { ConfigError, readConfig } from '@app/config';
import { gatewaySettings } from '../../app.config';
import { SmtpTransport } from './smtp-transport';
import { senderAddress, smtpAddress } from './smtp-address';

const query = (raw: string): Record<string, string> => Object.fromEntries(new URL(smtpAddress(raw)).searchParams);

describe('the address of the SMTP server', () => {
  it('gets time limits, unless it has its own', () => {
    expect(query('smtp://mail:25?socketTimeout=7')).toEqual({
      connectionTimeout: '10000',
      greetingTimeout: '10000',
      dnsTimeout: '10000',
      socketTimeout: '7',
    });
  });

  it('sends a password over TLS only, unless the server runs on this machine', () => {
    expect(query('smtp://me:word@mail')).toMatchObject({ requireTLS: 'true' });
    expect(query('smtp://me:word@mail?requireTLS=false')).toMatchObject({ requireTLS: 'false' });
    expect(query('smtp://me:word@127.0.0.1')).not.toHaveProperty('requireTLS');
    expect(query('smtp://mail')).not.toHaveProperty('requireTLS');
  });

  it.each(['http://me:hunter2@mail', 'hunter2', 'smtp://', 'smtp:hunter2'])(
    'is refused without being repeated: %s',
    (raw) => {
      const read = (): unknown => readConfig({ smtpUrl: gatewaySettings.smtpUrl }, { SMTP_URL: raw });
      expect(read).toThrow(ConfigError);
      expect(read).toThrow(/^SMTP_URL must be smtp:(?!.*hunter2)/);
    },
  );

  it('may be missing; mails are then kept', () => {
    expect(readConfig({ smtpUrl: gatewaySettings.smtpUrl }, {})).toEqual({ smtpUrl: '' });
  });
});

describe('the sender of mails', () => {
  it.each([
    ['no-reply@example.com', 'no-reply@example.com'],
    ['Judgments <no-reply@example.com>', 'no-reply@example.com'],
  ])('is %s', (from, address) => expect(senderAddress(from)).toBe(address));

  it.each(['', 'Judgments', 'a@b\r\nBcc: c@d', 'a@b, c@d', 'A <a@b> <c@d>'])(
    'cannot be %j: the start fails',
    (from) => {
      expect(() => new SmtpTransport('smtp://mail', from)).toThrow(/^MAIL_FROM must be/);
    },
  );
});
