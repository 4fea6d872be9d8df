import { JudgmentClient, JudgmentError, type Schema } from '@app/sdk';
import { Refusal } from '../../exit/refusal';
import { allowsHttp, profileNameOf } from '../../profile/connection';
import { profilePath, readProfiles, writeProfiles } from '../../profile/profile-file';
import { ask } from '../../world/ask';
import type { Call, Commands } from '../call/call';

/** Signing in and out, and who one is. */
export const account: Commands = (tree, run) => {
  tree
    .command('login')
    .description('Stores an address and a key, which is read hidden or from a pipe, never from an argument.')
    .action(run(login));
  tree.command('logout').description('Forgets a profile; its key stays valid until it is revoked.').action(run(logout));
  tree.command('profiles').description('Lists the profiles of this machine.').action(run(printProfiles));
  tree
    .command('whoami')
    .description('Shows the organization, the service and the rights of the key.')
    .action(run(whoami));
};

async function login({ options, world, print }: Call): Promise<void> {
  const path = profilePath(world.environment, world.home);
  const name = profileNameOf(options, world);
  const stored = readProfiles(path);
  const baseUrl = options.baseUrl ?? world.environment.JUDGMENT_BASE_URL ?? stored[name]?.baseUrl;
  if (!baseUrl) throw new Refusal('Name the service: judgment login --base-url https://judge.example.com/v1');
  const apiKey = (await ask(world, 'API key: ', true)).trim();
  const client = new JudgmentClient({ baseUrl, apiKey, allowInsecureHttp: allowsHttp(world) });
  const { name: organization } = await client.organization.read({ signal: world.signal });
  const namespace = options.namespace ?? stored[name]?.namespace;
  writeProfiles(path, { ...stored, [name]: { ...stored[name], baseUrl, apiKey, ...(namespace && { namespace }) } });
  await print.tell(`Signed in to ${organization} at ${baseUrl} as profile ${name}.`);
}

async function logout({ options, world, print }: Call): Promise<void> {
  const path = profilePath(world.environment, world.home);
  const name = profileNameOf(options, world);
  const { [name]: gone, ...others } = readProfiles(path);
  if (!gone) throw new Refusal(`There is no profile ${name}: "judgment profiles" lists them.`);
  writeProfiles(path, others);
  await print.tell(`Profile ${name} is forgotten.`);
}

async function printProfiles({ world, print }: Call): Promise<void> {
  const stored = readProfiles(profilePath(world.environment, world.home));
  const rows = Object.entries(stored).map(([name, { baseUrl, namespace }]) => ({ name, baseUrl, namespace }));
  if (print.format !== 'text') return print.writeRaw(`${JSON.stringify(rows)}\n`);
  await print.writeRows(rows, [
    ['profile', ({ name }) => name],
    ['address', ({ baseUrl }) => baseUrl],
    ['namespace', ({ namespace }) => namespace],
  ]);
}

async function whoami({ client, connection, print }: Call): Promise<void> {
  await print.reply(
    (options) => client.organization.read(options),
    async (organization) => {
      const key = await readOwnKey(client, connection.apiKey);
      await print.writeFields([
        ['organization', organization.name],
        ['plan', organization.plan],
        ['service', connection.baseUrl],
        ['signed in by', connection.from],
        ['namespace', connection.namespace],
        ['role', key?.role],
        ['scope', key?.scope],
        ['expires', key?.expires_at],
      ]);
    },
  );
}

/** The key in use as the service lists it; undefined when it may not list keys. */
export async function readOwnKey(client: JudgmentClient, apiKey: string): Promise<Schema<'ApiKeyView'> | undefined> {
  try {
    for await (const key of client.apiKeys.list()) if (apiKey.startsWith(key.prefix)) return key;
    return undefined;
  } catch (error) {
    if (error instanceof JudgmentError && error.status === 403) return undefined;
    throw error;
  }
}
