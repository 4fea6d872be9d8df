import type { QueryOf, Schema } from '@app/sdk';
import type { Column } from '../output/printer';
import { startOf } from '../listen/since';
import type { Call, Commands } from './call';
import { listArgument, wholeNumber } from './text-argument';

interface Options {
  types?: string;
  namespacePrefix?: string;
  cursor?: string;
  limit?: number;
  since: string;
}

const columns: readonly Column<Schema<'EventView'>>[] = [
  ['time', ({ timestamp }) => timestamp],
  ['type', ({ type }) => type],
  ['id', ({ id }) => id],
  ['data', ({ data }) => data],
];

/** The feed of events. */
export const events: Commands = (tree, run) => {
  const group = tree.command('events').description('Reads the feed of events, 30 days of it.');
  group
    .command('list')
    .option('--types <patterns>', 'such as subscription.*,job.failed')
    .option('--namespace-prefix <prefix>', 'whose events')
    .option('--cursor <cursor>', 'an event id or next_cursor: what comes after it')
    .option('--limit <n>', 'events, 1 to 100', wholeNumber(1, 100))
    .description('Prints a page of it, oldest first.')
    .action(run(list));
  group
    .command('tail')
    .option('--types <patterns>', 'such as subscription.*,job.failed')
    .option('--namespace-prefix <prefix>', 'whose events')
    .option('--since <start>', 'latest, oldest, a duration such as 1h, or an event id', 'latest')
    .description('Prints events as they come.')
    .action(run(tail));
  group
    .command('resend')
    .argument('<id>', 'id of the event')
    .requiredOption('--to <endpoint>', 'id of a webhook endpoint')
    .description('Sends an event to an endpoint once more.')
    .action(run(resend));
};

async function list({ client, options, print, world }: Call<Options>): Promise<void> {
  const { cursor, limit, types, namespacePrefix } = options;
  const query = { cursor, limit, types, namespace_prefix: namespacePrefix } as QueryOf<'get_events'>;
  await print.list(
    (more) => client.events.read(query, { ...more, signal: world.signal }),
    (page) => page.events,
    columns,
  );
}

async function tail({ client, options, print, world }: Call<Options>): Promise<void> {
  const { from, fromMs } = startOf(options.since, world.nowMs());
  const { namespacePrefix } = options;
  const feed = client.events.follow({
    types: listArgument(options.types),
    namespacePrefix,
    from,
    signal: world.signal,
  });
  for await (const event of feed) {
    if (fromMs !== undefined && Date.parse(event.timestamp) < fromMs) continue;
    if (print.format === 'text') await print.rows([event], columns, false);
    else await print.raw(`${JSON.stringify(event)}\n`);
  }
}

async function resend({ client, options, print, world }: Call<{ to: string }>, id: string): Promise<void> {
  await print.reply(
    (more) => client.events.redeliver(id, { endpoint: options.to }, { ...more, signal: world.signal }),
    (delivery) => print.line(`${delivery.id} is ${delivery.status}.`),
  );
}
