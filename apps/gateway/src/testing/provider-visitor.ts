import { GatewayClient } from './gateway-client';

/** Where a sign-in with a provider leads a browser, and the cookie of its session when it has one. */
export interface Arrival {
  to: string;
  session: string | null;
}

/** A browser that signs in with a provider. */
export class ProviderVisitor {
  /** @param atProvider what somebody does there: from the address that the browser is sent to, to the query of the callback */
  constructor(
    private readonly gateway: GatewayClient,
    private readonly atProvider: (location: string) => string | Promise<string>,
  ) {}

  /** One sign-in. @param origin of the provider; a browser that is sent elsewhere was refused at once */
  async come(id: string, origin: string): Promise<Arrival> {
    const start = await this.go(`/v1/sign-in/oidc/${id}`);
    const location = start.headers.get('location') ?? '';
    if (!location.startsWith(origin)) return arrivalOf(start);
    const cookie = start.headers.getSetCookie()[0].split(';', 1)[0];
    return arrivalOf(await this.go(`/v1/sign-in/oidc/callback${await this.atProvider(location)}`, cookie));
  }

  private go(path: string, cookie = ''): Promise<Response> {
    return fetch(`http://127.0.0.1:${this.gateway.port}${path}`, { redirect: 'manual', headers: { cookie } });
  }
}

function arrivalOf(reply: Response): Arrival {
  const { pathname, search } = new URL(reply.headers.get('location') ?? '');
  const session = reply.headers.getSetCookie().find((one) => one.startsWith('judgment_8080='));
  return { to: `${pathname}${search}`, session: session?.split(';', 1)[0] ?? null };
}
