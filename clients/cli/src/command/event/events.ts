import type { EventPattern, QueryOf, Schema } from '@app/sdk';
import { EXIT, type ExitCode } from '@app/commands';
import { forward } from '../../listen/forward';
import { ListenState } from '../../listen/listen-state';
import type { Column } from '../../output/printer';
import { startOf } from '../../listen/since';
import type { Call, Commands } from '../call/call';
import { listArgument, wholeNumber } from '../call/text-argument';

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
  const group = tree.command('events').description('Reads the feed of events of the last 30 days.');
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
  group.command('show').argument('<id>', 'id of the event').description('Prints one event.').action(run(show));
  group
    .command('resend')
    .argument('<id>', 'id of the event')
    .requiredOption('--to <receiver>', 'id of a webhook endpoint, or the address of a receiver that "listen" serves')
    .description('Sends an event once more: to an endpoint by the service, to an address from this machine.')
    .action(run(resend));
};

async function list({ client, options, print, world }: Call<Options>): Promise<void> {
  const { cursor, limit, types, namespacePrefix } = options;
  const query = { cursor, limit, types, namespace_prefix: namespacePrefix } as QueryOf<'events_read'>;
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
    types: listArgument(options.types) as EventPattern[] | undefined,
    namespacePrefix,
    from,
    signal: world.signal,
  });
  for await (const event of feed) {
    if (fromMs !== undefined && Date.parse(event.timestamp) < fromMs) continue;
    if (print.format === 'text') await print.writeRows([event], columns, false);
    else await print.writeRaw(`${JSON.stringify(event)}\n`);
  }
}

async function show({ client, print, world }: Call, id: string): Promise<void> {
  await print.reply(
    (more) => client.events.get(id, { ...more, signal: world.signal }),
    (event) =>
      print.writeFields([
        ['id', event.id],
        ['type', event.type],
        ['time', event.timestamp],
        ...Object.entries(event.data),
      ]),
  );
}

async function resend(call: Call<{ to: string }>, id: string): Promise<ExitCode> {
  const { client, connection, options, print, world } = call;
  if (!URL.canParse(options.to)) {
    await print.reply(
      (more) => client.events.redeliver(id, { endpoint: options.to }, { ...more, signal: world.signal }),
      (delivery) => print.writeLine(`${delivery.id} is ${delivery.status}.`),
    );
    return EXIT.done;
  }
  const event = await client.events.get(id, { signal: world.signal });
  const { secret } = new ListenState(world, connection.baseUrl, []);
  const { status, ms, error } = await forward(event, options.to, secret, world);
  await print.writeLine(
    [event.type, event.id, status === null ? `no answer: ${error}` : status, `${ms} ms`].join('  '),
  );
  return status !== null && status < 300 ? EXIT.done : EXIT.failed;
}
