import { UsageError } from '../result/api-error';
import type { ClientOptions } from './options';
import { baseOf } from './path';

/** Where requests go. A session's are those of the page that holds it, whatever door it came by. */
export function addressOf({
  auth,
  baseUrl = environment('JUDGMENT_BASE_URL'),
  allowInsecureHttp = environment('JUDGMENT_ALLOW_HTTP') === '1',
}: ClientOptions): string {
  const { location } = globalThis as { location?: { origin?: string } };
  const address = baseUrl ?? (auth === 'session' && location?.origin ? `${location.origin}/v1` : undefined);
  if (!address) throw new UsageError('Give baseUrl, or set JUDGMENT_BASE_URL.');
  return baseOf(address, auth === 'session' || allowInsecureHttp);
}

/** Says who asks: by a key, or by the cookie that the browser keeps. */
export class Credentials {
  /** The credentials mode of `fetch`: a cookie is sent to the page's own origin alone, and never beside a key. */
  readonly mode: 'same-origin' | 'omit';
  private readonly key: ClientOptions['apiKey'];
  private held: string | undefined;

  /** @throws UsageError without a key, for a key beside a session, and for a key in a browser */
  constructor({ auth = 'key', apiKey, dangerouslyAllowBrowser }: ClientOptions) {
    this.mode = auth === 'session' ? 'same-origin' : 'omit';
    if (auth === 'session') {
      if (apiKey !== undefined) throw new UsageError("Give apiKey or auth: 'session', not both.");
      return;
    }
    this.key = apiKey ?? environment('JUDGMENT_API_KEY');
    if (!this.key) throw new UsageError('Give apiKey, or set JUDGMENT_API_KEY.');
    const isBrowser = typeof (globalThis as { document?: unknown }).document !== 'undefined';
    if (isBrowser && !dangerouslyAllowBrowser) {
      throw new UsageError('A key in a browser can be read by everyone: call the service from a server of yours.');
    }
  }

  async headers(): Promise<Record<string, string>> {
    if (this.key === undefined) return {};
    if (typeof this.key === 'function') this.held ??= await this.key();
    return { authorization: `Bearer ${typeof this.key === 'function' ? this.held : this.key}` };
  }

  /** Forgets a key that the service no longer knows. @returns whether another one can be asked for */
  forget(): boolean {
    this.held = undefined;
    return typeof this.key === 'function';
  }
}

function environment(name: string): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  return process?.env?.[name];
}
