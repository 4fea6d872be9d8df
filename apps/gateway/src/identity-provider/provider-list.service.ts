import { DATABASE } from '@app/boot';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { assertEmail } from '../account/email';
import { Turns } from '../limit/turns';
import { domainOf } from './identity-provider';
import { findProviderOfDomain } from './identity-provider.store';
import { SignInProviderList } from './provider-list.schema';

/** Reads that use the database at once, and those that wait: nobody knows yet who asks. */
const atOnce = 4;
const maxWaiting = 60;

/** Names the provider that signs people of a domain in, for the sign-in page. */
@Injectable()
export class ProviderList {
  private readonly turns = new Turns(atOnce, maxWaiting);

  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /** The same for every address of a domain, so that nobody learns which of them have an account. */
  async forAddress(email: string): Promise<SignInProviderList> {
    assertEmail(email);
    const found = await this.turns.run(() => findProviderOfDomain(this.database, domainOf(email)));
    return { providers: found ? [{ id: found.id, name: found.name }] : [] };
  }
}
