import { SetupFailure } from '../infrastructure/failure';
import { runNode } from '../supervisor/migration';
import { built } from '../workspace';

/** Made at the first start, so that there is something to call with. */
export const firstOrganization = { name: 'acme', plan: 'scale' } as const;

/**
 * Organization `acme` on plan `scale` and a key that may read and write in all its namespaces.
 * @param env environment of the gateway
 * @returns the key's secret, shown this once
 * @throws SetupFailure with what the operator's command said
 */
export async function makeFirstOrganization(env: Record<string, string>): Promise<string> {
  const { name, plan } = firstOrganization;
  const operator = [built('apps/gateway'), 'operator'];
  const org = await runNode([...operator, 'org', 'create', name, '--plan', plan], env);
  const keys = await runNode([...operator, 'keys', 'create', '--org', name, '--role', 'read_write', '--json'], env);
  const key = keys.code === 0 ? findKey(keys.stdout) : undefined;
  if (key) return key;
  // The organization may be left from a first start that was killed: its refusal alone is no failure.
  const said = [org, keys].filter(({ code }) => code !== 0).map(({ output }) => output.trim().split('\n').at(-1));
  throw new SetupFailure(
    `The first organization could not be made (${said.join('; ')}): start with --fresh, or make it with "npm run org" and "npm run keys".`,
  );
}

/** The member of the last JSON line that holds the secret. */
export function findKey(stdout: string): string | undefined {
  const start = stdout.indexOf('{');
  if (start < 0) return undefined;
  const reply = JSON.parse(stdout.slice(start)) as Record<string, unknown>;
  const value = reply['api_key'] ?? reply['secret'] ?? reply['key'];
  return typeof value === 'string' ? value : undefined;
}
