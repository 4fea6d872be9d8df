import type { EventPattern, Schema } from '@app/sdk';
import type { Column } from '../../output/printer';
import type { Call, Commands } from '../call/call';
import { listArgument, wholeNumber } from '../call/text-argument';

interface Create {
  events?: string;
  namespacePrefix?: string;
  description?: string;
  maxPerSecond?: number;
}

const columns: readonly Column<Schema<'EndpointView'>>[] = [
  ['id', ({ id }) => id],
  ['url', ({ url }) => url],
  ['status', ({ status }) => status],
  ['events', ({ events }) => events.join(',')],
  ['prefix', ({ namespace_prefix }) => namespace_prefix],
  ['24 h', ({ stats }) => stats.deliveries_24h],
  ['success', ({ stats }) => stats.success_rate_24h],
  ['last', ({ stats }) => stats.last_delivery_at],
];

/** Endpoints that receive events by webhook. */
export const endpoints: Commands = (tree, run) => {
  const group = tree.command('endpoints').description('Manages endpoints that receive events by webhook.');
  group
    .command('list')
    .option('--all', 'print every page')
    .description('Lists them with their health.')
    .action(run(list));
  group
    .command('create')
    .argument('<url>', 'https address of the receiver')
    .option('--events <types>', 'such as subscription.*,job.failed; every type when left out')
    .option('--namespace-prefix <prefix>', 'whose events')
    .option('--description <text>', 'for people')
    .option('--max-per-second <n>', 'deliveries a second', wholeNumber(1, 1_000_000))
    .description('Makes one, and shows its secret, which the service does not show again in lists.')
    .action(run(create));
  group
    .command('delete')
    .argument('<id>')
    .option('--yes', 'do not ask')
    .description('Removes one; nothing more is sent.')
    .action(run(remove));
  group
    .command('test')
    .argument('<id>')
    .option('--type <type>', 'of the event', 'webhook.test')
    .description('Sends a test event.')
    .action(run(test));
  group
    .command('rotate')
    .argument('<id>')
    .option('--keep <duration>', 'how long the present secret signs beside the next, such as 24h')
    .description('Makes a new secret and shows it.')
    .action(run(rotate));
  group.command('enable').argument('<id>').description('Sends again to one that was disabled.').action(run(enable));
  group
    .command('recover')
    .argument('<id>')
    .requiredOption('--since <time>', 'such as 2026-11-23T00:00:00Z')
    .description('Sends again what failed or was skipped since a time.')
    .action(run(recover));
};

async function list({ client, options, print, world }: Call<{ all?: boolean }>): Promise<void> {
  const all = client.webhookEndpoints.list({ signal: world.signal });
  await print.writePages(all, (page) => page.webhook_endpoints, columns, options.all);
}

async function create({ client, options, print, world }: Call<Create>, url: string): Promise<void> {
  const { namespacePrefix, description, maxPerSecond } = options;
  const body = {
    url,
    // The service says which patterns it knows.
    events: listArgument(options.events) as EventPattern[] | undefined,
    namespace_prefix: namespacePrefix,
    description,
    max_per_second: maxPerSecond,
  };
  await print.reply((more) => client.webhookEndpoints.create(body, { ...more, signal: world.signal }), shown(print));
}

async function remove(call: Call<{ yes?: boolean }>, id: string): Promise<void> {
  const { client, options, print, world } = call;
  const { url } = await client.webhookEndpoints.get(id, { signal: world.signal });
  await print.tell(`${url} gets nothing more; what waits for it is not sent.`);
  await call.confirm(`Delete ${id}?`, options.yes);
  await print.reply(
    (more) => client.webhookEndpoints.delete(id, { ...more, signal: world.signal }),
    () => print.tell(`${id} is removed.`),
  );
}

async function test({ client, options, print, world }: Call<Schema<'TestSendBody'>>, id: string): Promise<void> {
  await print.reply(
    (more) => client.webhookEndpoints.test(id, { type: options.type }, { ...more, signal: world.signal }),
    (sent) =>
      print.writeFields([
        ['event', sent.id],
        ['type', sent.type],
        ['created', sent.timestamp],
      ]),
  );
}

async function rotate({ client, options, print, world }: Call<{ keep?: string }>, id: string): Promise<void> {
  const body = options.keep === undefined ? {} : { previous_valid_for: options.keep };
  await print.reply(
    (more) => client.webhookEndpoints.rotateSecret(id, body, { ...more, signal: world.signal }),
    shown(print),
  );
}

async function enable({ client, print, world }: Call, id: string): Promise<void> {
  const body = { enabled: true };
  await print.reply(
    (more) => client.webhookEndpoints.update(id, body, { ...more, signal: world.signal }),
    shown(print),
  );
}

async function recover({ client, options, print, world }: Call<{ since: string }>, id: string): Promise<void> {
  await print.reply(
    (more) => client.webhookEndpoints.recover(id, { since: options.since }, { ...more, signal: world.signal }),
    ({ queued }) => print.writeLine(`${queued} deliveries are queued.`),
  );
}

function shown(print: Call['print']): (endpoint: Schema<'EndpointView'>) => Promise<void> {
  return ({ id, url, status, events, secret, previous_secret_expires_at }) =>
    print.writeFields([
      ['id', id],
      ['url', url],
      ['status', status],
      ['events', events.join(',')],
      ['secret', secret],
      ['previous secret until', previous_secret_expires_at],
    ]);
}
