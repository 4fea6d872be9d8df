/** Time limits of one try, in milliseconds; the address may set others. */
const limitsMs = { connectionTimeout: 10_000, greetingTimeout: 10_000, dnsTimeout: 10_000, socketTimeout: 20_000 };

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * The address of the SMTP server in nodemailer's form, with time limits. A password goes over TLS only, unless the server
 * runs on this machine.
 * @param raw the setting SMTP_URL; empty when there is no server
 * @throws Error with a sentence that does not repeat the address, which may hold a password
 */
export function smtpAddress(raw: string): string {
  if (raw === '') return '';
  const url = URL.canParse(raw) ? new URL(raw) : null;
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '')
    throw new Error('must be smtp://host:port or smtps://host:port, with user:password@ before the host when needed');
  for (const [name, ms] of Object.entries(limitsMs))
    if (!url.searchParams.has(name)) url.searchParams.set(name, `${ms}`);
  const sendsPassword = url.username !== '' && !loopback.test(url.hostname);
  if (sendsPassword && !url.searchParams.has('requireTLS')) url.searchParams.set('requireTLS', 'true');
  return url.href;
}

/** The address of a sender such as `Judgments <no-reply@example.com>`. @throws Error when it holds none, or several */
export function senderAddress(from: string): string {
  const [, named, bare] = /^(?:[^<>\r\n]*<([^@\s<>]+@[^@\s<>]+)>|([^@\s<>]+@[^@\s<>]+))$/.exec(from) ?? [];
  const address = named ?? bare;
  if (address) return address;
  throw new Error('MAIL_FROM must be an address such as `Judgments <no-reply@example.com>` when SMTP_URL is set.');
}
