import { ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** Claims of a person, by the provider's subject. */
export type OpenIdPeople = Record<string, object>;

/**
 * Habits of providers. thin: a token holds the subject alone, and all else is at the userinfo endpoint. silent: nothing says
 * whether an address is verified. shared: the issuer is one of many directories, by its path.
 */
export type OpenIdHabit = 'thin' | 'silent' | 'shared';

const startMs = 20_000;

/** A real OpenID Connect provider in a child process. */
export class OpenIdProvider {
  private constructor(
    private readonly child: ChildProcess,
    readonly issuer: string,
  ) {}

  /** @param settings.host its name in addresses; for browsers `localhost` is another site than `127.0.0.1` */
  static async start(settings: {
    client: { id: string; secret: string; redirectUri: string };
    people: OpenIdPeople;
    host?: 'localhost';
    habits?: OpenIdHabit[];
  }): Promise<OpenIdProvider> {
    const script = join(__dirname, 'provider.mjs');
    const child = spawn(process.execPath, [script, JSON.stringify(settings)], {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    const [line] = (await once(child.stdout!, 'data', { signal: AbortSignal.timeout(startMs) })) as [Buffer];
    return new OpenIdProvider(child, line.toString().trim());
  }

  /** Changes what the provider says of a person, from the next sign-in on. */
  async change(subject: string, claims: object): Promise<void> {
    await fetch(`${new URL(this.issuer).origin}/people/${subject}`, { method: 'POST', body: JSON.stringify(claims) });
  }

  /** Goes from the address of a sign-in through the provider's form. @returns the address of the callback */
  async signIn(address: string, subject: string): Promise<string> {
    const cookies = new Map<string, string>();
    let url = address;
    let body: string | undefined;
    for (let step = 0; step < 10; step++) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const reply = await fetch(url, {
        redirect: 'manual',
        method: body === undefined ? 'GET' : 'POST',
        body,
        headers: { cookie, ...(body !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }) },
      });
      await reply.text();
      body = undefined;
      for (const set of reply.headers.getSetCookie()) {
        const [name, value] = set.split(';', 1)[0].split('=');
        cookies.set(name, value);
      }
      const next = reply.headers.get('location');
      if (next === null) body = `person=${subject}`;
      else url = new URL(next, url).href;
      if (new URL(url).origin !== new URL(this.issuer).origin) return url;
    }
    throw new Error('the provider led to no callback');
  }

  async stop(): Promise<void> {
    const exited = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await exited;
  }
}
