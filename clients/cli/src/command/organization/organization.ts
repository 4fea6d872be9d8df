import { Option } from 'commander';
import type { Call, Commands } from '../call/call';

interface Key {
  role: 'read_write' | 'read_only';
  scope: string;
  description?: string;
  expiresAt?: string;
}

/** Keys and usage. */
export const organization: Commands = (tree, run) => {
  const keys = tree.command('keys').description('Manages API keys.');
  keys
    .command('list')
    .option('--all', 'print every page')
    .description('Lists keys, never their secrets.')
    .action(run(list));
  keys
    .command('create')
    .addOption(new Option('--role <role>').choices(['read_write', 'read_only']).default('read_only'))
    .option('--scope <scope>', 'a namespace, or a prefix such as acme/prod/*', '*')
    .option('--description <text>', 'for people')
    .option('--expires-at <time>', 'such as 2027-01-31T00:00:00Z')
    .description('Makes a key and prints it: it is shown this once.')
    .action(run(create));
  keys
    .command('revoke')
    .argument('<id>')
    .option('--yes', 'do not ask')
    .description('Ends a key within a second.')
    .action(run(revoke));

  tree
    .command('usage')
    .option('--month <yyyy-mm>', 'UTC; the current one when left out')
    .option('--namespace-prefix <prefix>', 'of which namespaces')
    .option('--all', 'print every page')
    .description('Prints what a month cost by namespace.')
    .action(run(printUsage));
};

async function list({ client, options, print, world }: Call<{ all?: boolean }>): Promise<void> {
  await print.writePages(
    client.apiKeys.list({ signal: world.signal }),
    (page) => page.api_keys,
    [
      ['id', ({ id }) => id],
      ['begins', ({ prefix }) => prefix],
      ['role', ({ role }) => role],
      ['scope', ({ scope }) => scope],
      ['expires', ({ expires_at }) => expires_at],
      ['description', ({ description }) => description],
    ],
    options.all,
  );
}

async function create({ client, options, print, world }: Call<Key>): Promise<void> {
  const { role, scope, description, expiresAt } = options;
  await print.reply(
    (more) =>
      client.apiKeys.create({ role, scope, description, expires_at: expiresAt }, { ...more, signal: world.signal }),
    ({ id, key }) =>
      print.writeFields([
        ['id', id],
        ['key', key],
      ]),
  );
}

async function revoke(call: Call<{ yes?: boolean }>, id: string): Promise<void> {
  const { client, options, print, world } = call;
  await call.confirm(`Revoke ${id}? Programs that use it are refused within a second.`, options.yes);
  await print.reply(
    (more) => client.apiKeys.revoke(id, { ...more, signal: world.signal }),
    () => print.tell(`${id} is revoked.`),
  );
}

async function printUsage({
  client,
  options,
  print,
  world,
}: Call<{ month?: string; namespacePrefix?: string; all?: boolean }>): Promise<void> {
  const { month, namespacePrefix, all } = options;
  let sums = '';
  await print.writePages(
    client.organization.usage({ month, namespace_prefix: namespacePrefix }, { signal: world.signal }),
    (page) => {
      sums = `${page.month}: ${page.judgment_units} units, ${page.total_cost_usd ?? page.cost_usd} USD`;
      return page.namespaces;
    },
    [
      ['namespace', ({ namespace }) => namespace],
      ['units', ({ judgment_units }) => judgment_units],
      ['tokens', ({ tokens }) => tokens],
      ['usd', ({ cost_usd }) => cost_usd],
    ],
    all,
  );
  if (print.format === 'text') await print.tell(sums);
}
