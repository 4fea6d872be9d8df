import { parse, serialize } from 'cookie';

/** How the session's cookie is named and sent. The installation's public address alone decides, never a request. */
export interface CookiePolicy {
  name: string;
  secure: boolean;
}

/** Settings of the installation that decide. */
export interface CookieSettings {
  publicUrl: string;
  /** Lets passwords and cookies cross a network over http. */
  allowInsecureCookies: 'true' | 'false';
}

const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/;

export function isLoopback(hostname: string): boolean {
  return loopback.test(hostname);
}

/**
 * The cookie of an installation at a public address. Over https browsers accept `__Host-` names for this host alone. Ports
 * of one host share cookies, so over http the name holds the port.
 * @throws Error when people would sign in over http from elsewhere
 */
export function cookiePolicyOf({ publicUrl, allowInsecureCookies }: CookieSettings): CookiePolicy {
  const { protocol, hostname, port } = new URL(publicUrl);
  if (protocol === 'https:') return { name: '__Host-judgment', secure: true };
  if (isLoopback(hostname) || allowInsecureCookies === 'true')
    return { name: `judgment_${port || '80'}`, secure: false };
  throw new Error(
    'PUBLIC_URL begins with http:// and names another host: passwords and sessions would cross the network unencrypted. Use https://, or set ALLOW_INSECURE_COOKIES=true.',
  );
}

/** The `Set-Cookie` header of a session that ends in so many seconds. @param token '' takes the cookie away */
export function setCookie({ name, secure }: CookiePolicy, token: string, maxAgeS: number): string {
  return serialize(name, token, { httpOnly: true, sameSite: 'strict', path: '/', secure, maxAge: maxAgeS });
}

/** The session's token in a `Cookie` header; null without one. */
export function tokenOf({ name }: CookiePolicy, header: string | undefined): string | null {
  if (!header || !header.includes(name)) return null;
  return parse(header)[name] || null;
}
