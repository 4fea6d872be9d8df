import { GatewayClient, Reply } from './gateway-client';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A person with a browser: keeps the cookie that replies set. */
export class Person {
  cookie = '';
  /** The cookie before the latest one. */
  before = '';
  setCookie = '';
  link = '';

  constructor(private readonly gateway: GatewayClient) {}

  async signIn(body: object): Promise<Reply> {
    return this.send('POST', '/sessions', body);
  }

  /** Sends a request as a page of the service does. */
  async send(method: Method, path: string, body?: object, headers: Record<string, string> = {}): Promise<Reply> {
    const cookie: Record<string, string> = this.cookie ? { cookie: this.cookie } : {};
    const origin = { origin: `http://127.0.0.1:${this.gateway.port}` };
    const reply = await this.gateway.call(method, `/v1${path}`, null, body, { ...cookie, ...origin, ...headers });
    const set = reply.headers['set-cookie'];
    if (set !== undefined) {
      this.setCookie = String(set);
      this.before = this.cookie;
      this.cookie = this.setCookie.split(';', 1)[0];
    }
    return reply;
  }

  /** The same browser with another cookie. */
  as(cookie: string): Person {
    const other = new Person(this.gateway);
    other.cookie = cookie;
    return other;
  }
}

/** A member who has signed in by a link of the operator's. */
export async function personOf(
  gateway: GatewayClient,
  { email, role, organization }: { email: string; role: string; organization: string },
): Promise<Person> {
  const person = new Person(gateway);
  person.link = await gateway.link(organization, email, role);
  const { status, text } = await person.signIn({ link: person.link });
  if (status !== 201) throw new Error(`the sign-in answered ${status} ${text}`);
  return person;
}
