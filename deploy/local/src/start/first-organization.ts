import { SetupFailure } from '@app/servers';
import { runNode } from '../supervisor/migration';
import { built } from '../workspace';

/** Made at the first start, so that there is something to call with. */
export const firstOrganization = { name: 'acme', plan: 'scale' } as const;

/** A name that nobody can own (RFC 2606), so that no mail reaches a stranger. */
export const firstOwner = 'owner@acme.example';

/** What signs a program and a person in. */
export interface FirstAccess {
  /** Secret of a key that may read and write in all namespaces; shown this once. */
  key: string;
  /** An address that signs the first owner in, once and within an hour. */
  link: string;
}

/**
 * Makes organization `acme` on plan `scale`, its owner, a key and a link by one process: loading the gateway's code is what
 * these cost. What an earlier start made and did not keep stays.
 * @param env environment of the gateway
 * @param id of the organization, where it is new
 * @throws SetupFailure with what the operator's command said
 */
export async function makeFirstOrganization(
  env: Record<string, string>,
  password: string,
  id: string,
): Promise<FirstAccess> {
  const { name, plan } = firstOrganization;
  const order = ['set-up', name, '--plan', plan, '--owner', firstOwner, '--password-stdin', '--id', id];
  const said = await runOrg(order, env, `${password}\n`);
  const { key, sign_in_link: link } = JSON.parse(said) as { key: string; sign_in_link: string };
  return { key, link };
}

/** @returns an address that signs the first owner in, once and within an hour. @throws SetupFailure like `makeFirstOrganization` */
export async function makeSignInLink(env: Record<string, string>): Promise<string> {
  const said = await runOrg(['sign-in-link', '--org', firstOrganization.name, '--email', firstOwner], env);
  const address = said.split('\n').find((line) => line.includes('#t='));
  if (address) return address.trim();
  throw new SetupFailure(`No link to sign in with was printed: ${said}`);
}

async function runOrg(words: string[], env: Record<string, string>, input?: string): Promise<string> {
  const { code, stdout, output } = await runNode([built('apps/gateway'), 'operator', 'org', ...words], env, input);
  if (code === 0) return stdout;
  throw new SetupFailure(
    `\`org ${words[0]}\` of the first organization failed: ${output.trim().split('\n').at(-1)}; start with --fresh to begin anew.`,
  );
}
