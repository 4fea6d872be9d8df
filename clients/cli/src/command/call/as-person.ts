import { JudgmentClient } from '@app/sdk';
import { Refusal } from '../../exit/refusal';
import { cookieFetch } from '../../person/cookie-fetch';
import { addressOf } from '../../profile/connection';
import { ask } from '../../world/ask';
import type { Call } from './call';

/** Who acts, and in which of the person's organizations. */
export interface PersonOptions {
  as: string;
  /** Its id or name. */
  organization?: string;
}

/**
 * Signs a person in for the length of one command: keys cannot manage people. The password is read hidden or from a pipe, and
 * nothing of the session is kept.
 * @throws Refusal (exit 2) where the password would cross a network in the clear
 */
export async function runAsPerson(
  call: Call<PersonOptions>,
  work: (client: JudgmentClient) => Promise<void>,
): Promise<void> {
  const { options, print, world } = call;
  const { signal } = world;
  const baseUrl = addressOf(options, world);
  const { protocol, hostname } = new URL(baseUrl);
  if (protocol !== 'https:' && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)) {
    throw new Refusal('The address must begin with https: over http a password could be read on the way.');
  }
  const password = await ask(world, `Password of ${options.as}: `, true);
  const client = new JudgmentClient({ baseUrl, auth: 'session', runtime: { fetch: cookieFetch(baseUrl) } });
  // A person whose address is not proved has a password in each organization, so the sign-in names the one that is meant.
  const named = options.organization === undefined ? {} : { organization: options.organization };
  const { organization } = await client.sessions.signIn({ email: options.as, password, ...named }, { signal });
  try {
    await print.tell(`Acts as ${options.as}, ${organization.role} of ${organization.name}.`);
    await work(client);
  } finally {
    // Also after Ctrl-C: the session must not outlive the command.
    await client.sessions.signOut();
  }
}
