import { Option } from 'commander';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Schema } from '@app/sdk';
import { EXIT, type ExitCode } from '../exit/exit-code';
import type { Call, Commands } from './call';

interface Key {
  role: 'read_write' | 'read_only';
  scope: string;
  description?: string;
  expiresAt?: string;
}

const pollMs = 1_000;

/** Keys, jobs, usage and engines. */
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
  keys.command('revoke').argument('<id>').description('Ends a key within a second.').action(run(revoke));

  const jobs = tree.command('jobs').description('Looks at work that goes on after its reply.');
  jobs
    .command('list')
    .addOption(new Option('--status <status>').choices(['queued', 'running', 'done', 'failed']))
    .option('--all', 'print every page')
    .description('Lists jobs, newest first.')
    .action(run(listJobs));
  jobs.command('wait').argument('<id>').description('Waits for the end of a job; 1 when it failed.').action(run(wait));
  jobs.command('cancel').argument('<id>').description('Ends a job; what it did stays.').action(run(cancel));

  tree
    .command('usage')
    .option('--month <yyyy-mm>', 'UTC; the current one when left out')
    .option('--namespace-prefix <prefix>', 'of which namespaces')
    .description('Prints what a month cost by namespace.')
    .action(run(usage));
  tree.command('engines').description('Lists engines with their limits.').action(run(engines));
};

async function list({ client, options, print, world }: Call<{ all?: boolean }>): Promise<void> {
  await print.pages(
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
      print.fields([
        ['id', id],
        ['key', key],
      ]),
  );
}

async function revoke({ client, print, world }: Call, id: string): Promise<void> {
  await print.reply(
    (more) => client.apiKeys.revoke(id, { ...more, signal: world.signal }),
    () => print.tell(`${id} is revoked.`),
  );
}

async function listJobs({ client, options, print, world }: Call<{ status?: 'done'; all?: boolean }>): Promise<void> {
  await print.pages(
    client.jobs.list({ status: options.status }, { signal: world.signal }),
    (page) => page.jobs,
    [
      ['id', ({ id }) => id],
      ['type', ({ type }) => type],
      ['status', ({ status }) => status],
      ['done', ({ progress }) => progress.done],
      ['of', ({ progress }) => progress.total],
      ['namespace', ({ namespace }) => namespace],
      ['made', ({ created_at }) => created_at],
      ['ended', ({ finished_at }) => finished_at],
    ],
    options.all,
  );
}

async function wait({ client, print, world }: Call, id: string): Promise<ExitCode> {
  let job: Schema<'JobView'> = await client.jobs.get(id, { signal: world.signal });
  while (job.status !== 'done' && job.status !== 'failed') {
    await sleep(pollMs, undefined, { signal: world.signal });
    job = await client.jobs.get(id, { signal: world.signal });
  }
  await print.reply((more) => client.jobs.get(id, { ...more, signal: world.signal }), jobShown(print));
  return job.status === 'done' ? EXIT.done : EXIT.failed;
}

async function cancel({ client, print, world }: Call, id: string): Promise<void> {
  await print.reply((more) => client.jobs.cancel(id, { ...more, signal: world.signal }), jobShown(print));
}

function jobShown(print: Call['print']): (job: Schema<'JobView'>) => Promise<void> {
  return ({ id, status, progress, result }) =>
    print.fields([
      ['id', id],
      ['status', status],
      ['done', `${progress.done} of ${progress.total}`],
      ['result', result],
    ]);
}

async function usage({
  client,
  options,
  print,
  world,
}: Call<{ month?: string; namespacePrefix?: string }>): Promise<void> {
  const { month, namespacePrefix } = options;
  await print.reply(
    (more) =>
      client.organization.usage({ month, namespace_prefix: namespacePrefix }, { ...more, signal: world.signal }),
    async (found) => {
      await print.rows(found.namespaces, [
        ['namespace', ({ namespace }) => namespace],
        ['units', ({ judgment_units }) => judgment_units],
        ['tokens', ({ tokens }) => tokens],
        ['usd', ({ cost_usd }) => cost_usd],
      ]);
      await print.tell(`${found.month}: ${found.judgment_units} units, ${found.total_cost_usd ?? found.cost_usd} USD`);
    },
  );
}

async function engines({ client, print, world }: Call): Promise<void> {
  await print.list(
    (more) => client.organization.engines({ ...more, signal: world.signal }),
    (page) => page.engines,
    [
      ['name', ({ name }) => name],
      ['version', ({ version }) => version],
      ['active', ({ active }) => active],
      ['engine', ({ engine_version }) => engine_version],
      ['weight', ({ weight }) => weight],
      ['source', ({ source }) => source],
      ['limits', ({ limits }) => limits],
    ],
  );
}
