import { Vault } from '@app/persistence';
import { SmtpSink, eventually, freshSchema, testMasterKey } from '@app/testing';
import { gatewaySchema } from '../../app.schema';
import { setProvider } from '../../operator/provider-command';
import { RateLimits } from '../../admission/limit/rate-limits';
import { Grant } from '../../admission/limit/rate-limiter';
import { gatewayWith } from '../cheap-hashes';
import { FaultyProvider } from '../faulty-provider';
import { GatewayClient } from '../gateway-client';
import { Person, personOf } from '../person';
import { Arrival, ProviderVisitor } from '../provider-visitor';
import { Organization, organizations } from './model';

const clientSecret = 'a planted secret';
const much = 1_000_000;
const everything: Grant = { granted: 1, keyRemaining: much, organizationRemaining: much };
/** The sequences send in a second what a person sends in an hour; limits have specs of their own. */
const noRates: Pick<RateLimits, 'look' | 'renew' | 'endLead' | 'take'> = {
  look: () => Promise.resolve(false),
  renew: noWork,
  endLead: noWork,
  take: () => everything,
};
const withoutRates = { provide: RateLimits, useValue: noRates };

/**
 * A gateway with the two organizations of the model test, an owner and a provider each. One cheap server is both providers.
 */
export class Installation {
  private constructor(
    readonly gateway: GatewayClient,
    private readonly provider: FaultyProvider,
    private readonly providers: Record<Organization, string>,
    readonly owners: Record<Organization, Person>,
    readonly ids: Record<Organization, string>,
    /** Where its mails go; null: it can send none. */
    readonly sink: SmtpSink | null,
  ) {}

  static async open({ sendsMail }: { sendsMail: boolean }): Promise<Installation> {
    await freshSchema(gatewaySchema);
    const sink = sendsMail ? await SmtpSink.open() : null;
    const mail: Record<string, string> = sink ? { SMTP_URL: sink.url, MAIL_FROM: 'no-reply@example.com' } : {};
    const gateway = await GatewayClient.start(mail, gatewayWith([withoutRates]));
    const { database } = gateway.running.platform;
    const owners = {} as Record<Organization, Person>;
    const ids = {} as Record<Organization, string>;
    const provider = await FaultyProvider.start();
    const providers = {} as Record<Organization, string>;
    for (const organization of organizations) {
      owners[organization] = await personOf(gateway, { ...ownerOf(organization), organization });
      const found = await database.query<{ id: string }>('select id from organization where name = $1', [organization]);
      ids[organization] = found.rows[0].id;
      const setting = {
        issuer: `${provider.origin}/${organization}`,
        clientId: 'judgment',
        name: organization,
        domains: [`${organization}.example`],
        roleClaim: null,
        roleMap: {},
        defaultRole: 'admin' as const,
        spareOwner: null,
        readsSecret: true,
      };
      const secret = { text: clientSecret, vault: new Vault(testMasterKey, 'gateway') };
      providers[organization] = (await setProvider(database, ids[organization], setting, secret)).id;
    }
    await database.query(`update organization set max_members = ${much}, max_invitations = ${much}`);
    return new Installation(gateway, provider, providers, owners, ids, sink);
  }

  /** Owners sign in anew: what shows a secret asks for a proof of the last minutes. */
  async renewOwners(): Promise<void> {
    for (const organization of organizations)
      this.owners[organization] = await personOf(this.gateway, { ...ownerOf(organization), organization });
  }

  /** Makes a provider claim an address for a subject, and signs it in. */
  async comeBy(organization: Organization, subject: string, email: string): Promise<Arrival> {
    this.provider.person = { sub: subject, email, email_verified: true };
    const visitor = new ProviderVisitor(this.gateway, (location) => this.provider.signIn(location));
    return visitor.come(this.providers[organization], this.provider.origin);
  }

  /** The link in a mail to an address, once it has come. @param number which of the mails to that address; from 1 */
  async mailedLink(email: string, number: number): Promise<string> {
    return eventually(() => {
      const mail = this.sink?.mails.filter(({ to }) => to === email)[number - 1];
      const found = /#t=([A-Za-z0-9_-]{43})/.exec(mail?.raw.replaceAll('=3D', '=') ?? '');
      if (!found) throw new Error(`${email} has no mail ${number} with a link`);
      return found[1];
    });
  }

  /** Failures of the sequence so far make nobody wait. */
  async forgetAttempts(): Promise<void> {
    await this.gateway.running.platform.database.query('delete from sign_in_attempt');
  }

  async accountOf(email: string): Promise<string> {
    const { database } = this.gateway.running.platform;
    return (await database.query<{ id: string }>('select id from account where email_key = $1', [email])).rows[0].id;
  }

  async close(): Promise<void> {
    await this.gateway.close();
    await this.provider.stop();
    await this.sink?.down();
  }
}

function ownerOf(organization: Organization): { email: string; role: string } {
  return { email: `owner@${organization}.example`, role: 'owner' };
}

async function noWork(): Promise<void> {}
