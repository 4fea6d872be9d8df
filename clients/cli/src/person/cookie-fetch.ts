/**
 * A `fetch` that keeps the cookies of one origin for as long as the process lives, as a browser would, and names that
 * origin: the service takes a session from its own pages alone, and a person who types the password here is one of them.
 */
export function cookieFetch(baseUrl: string): typeof fetch {
  const { origin } = new URL(baseUrl);
  const cookies = new Map<string, string>();
  return async (address, init) => {
    const headers = new Headers(init?.headers);
    headers.set('origin', origin);
    if (cookies.size > 0) headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    const response = await fetch(address, { ...init, headers });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=;]+)=([^;]*)/.exec(cookie) ?? [];
      if (name) cookies.set(name.trim(), value ?? '');
    }
    return response;
  };
}
