import { DATABASE } from '@app/boot';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { findAccount } from '../account/account.store';
import { assertEmail } from '../account/email';
import { Turns } from '../../admission/limit/turns';
import { MailSender } from '../mail/mail-sender';
import { domainOf } from './identity-provider';
import { findProviderOfDomain, listProviders } from './identity-provider.store';
import { OrganizationProviderList, SignInProviderList } from './provider-list.schema';

/** Reads that use the database at once, and those that wait: nobody knows yet who asks. */
const atOnce = 4;
const maxWaiting = 60;

/** Names the provider that signs people of a domain in, for the sign-in page. */
@Injectable()
export class ProviderList {
  private readonly turns = new Turns(atOnce, maxWaiting);

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly sender: MailSender,
  ) {}

  /** The same for every address of a domain, so that nobody learns which of them have an account. */
  async listForAddress(email: string): Promise<SignInProviderList> {
    assertEmail(email);
    const found = await this.turns.run(() => findProviderOfDomain(this.database, domainOf(email)));
    return { providers: found ? [{ id: found.id, name: found.name }] : [], mails: this.sender.sends };
  }

  /** The providers of an organization, at most 50. No reply holds a client's secret. */
  async listOfOrganization(organization: string): Promise<OrganizationProviderList> {
    const providers = await listProviders(this.database, organization);
    const shown = providers.map(async (one) => ({
      id: one.id,
      name: one.name,
      issuer: one.issuer,
      domains: one.domains,
      enforced: one.enforced,
      spare_owner: one.spareAccount && ((await findAccount(this.database, one.spareAccount))?.email ?? null),
      role_claim: one.roleClaim,
      roles: one.roleMap,
      default_role: one.defaultRole,
    }));
    return { providers: await Promise.all(shown) };
  }
}
