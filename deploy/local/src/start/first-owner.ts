import { SetupFailure } from '../infrastructure/failure';
import { runNode } from '../supervisor/migration';
import { built } from '../workspace';
import { firstOrganization } from './first-organization';

/** A name that nobody can own (RFC 2606), so that no mail reaches a stranger. */
export const firstOwner = 'owner@acme.example';

/**
 * Makes the first owner of the first organization.
 * @param env environment of the gateway
 * @throws SetupFailure with what the operator's command said
 */
export async function makeFirstOwner(env: Record<string, string>, password: string): Promise<void> {
  const member = ['member-add', '--org', firstOrganization.name, '--email', firstOwner, '--role', 'owner'];
  await runOrg([...member, '--password-stdin'], env, `${password}\n`);
}

/** @returns an address that signs the first owner in, once and within an hour. @throws SetupFailure like `makeFirstOwner` */
export async function makeSignInLink(env: Record<string, string>): Promise<string> {
  const said = await runOrg(['sign-in-link', '--org', firstOrganization.name, '--email', firstOwner], env);
  const address = said.split('\n').find((line) => line.includes('#t='));
  if (address) return address.trim();
  throw new SetupFailure(`No link to sign in with was printed: ${said}`);
}

async function runOrg(words: string[], env: Record<string, string>, input?: string): Promise<string> {
  const { code, stdout, output } = await runNode([built('apps/gateway'), 'operator', 'org', ...words], env, input);
  if (code === 0) return stdout;
  throw new SetupFailure(`\`org ${words[0]}\` of the first owner failed: ${output.trim().split('\n').at(-1)}`);
}
