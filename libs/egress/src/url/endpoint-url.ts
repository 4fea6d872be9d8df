import { isIPv6 } from 'node:net';
import { Problem, invalid } from '@app/problem';
import { bareHost, hostFault } from './host';

const maxUrlCharacters = 2_048;
const tooLong = `URL may have at most ${maxUrlCharacters} characters; shorten it.`;
const httpsPort = 443;
const minFreePort = 1_024;

/**
 * Checks the URL of an endpoint at create and update, without looking the name up.
 * @param raw the text as the client sent it
 * @param path JSON pointer of the member, for `details.path`
 * @returns the normalised URL: host in lower case and punycode without a dot at its end, no default port, no fragment
 * @throws Problem `invalid_request`, reason `bad_url` or `blocked_host`
 * @see docs/contract.md#addresses [SSRF-01]; docs/contract.md#13-limits for the ports
 */
export function checkUrl(raw: string, path = '/url'): string {
  const bad = (message: string): Problem => invalid('bad_url', path, message);
  if (raw.length > maxUrlCharacters) throw bad(`The ${tooLong}`);
  // The WHATWG parser silently drops blanks and tabs and reads a backslash as a slash; other parsers may differ.
  if (/[\s\\]|\p{Cc}/u.test(raw)) throw bad('The URL may not contain a blank, a control character or a backslash.');
  const authority = /^https:\/\/([^/?#]+)/i.exec(raw)?.[1];
  if (authority === undefined) throw bad('The URL must begin with `https://` and a host.');
  if (authority.includes('@')) throw bad('The URL may not contain a user or password; remove them.');
  const url = parse(raw);
  if (!url) throw bad('The URL cannot be read; send an absolute `https://` URL.');
  const port = url.port === '' ? httpsPort : Number(url.port);
  if (port !== httpsPort && port < minFreePort) {
    throw bad(`The port must be ${httpsPort} or ${minFreePort} to 65535.`);
  }
  const host = bareHost(url.hostname);
  const fault = hostFault(host);
  if (fault) throw invalid(fault.reason, path, fault.message);
  url.hostname = isIPv6(host) ? `[${host}]` : host;
  url.hash = '';
  // The stored URL is checked again at each attempt, and its ASCII form is longer than the text that was sent.
  if (url.href.length > maxUrlCharacters) throw bad(`Written in ASCII, the ${tooLong}`);
  return url.href;
}

function parse(raw: string): URL | undefined {
  return URL.canParse(raw) ? new URL(raw) : undefined;
}
