import type { Schema } from '@app/sdk';
import { type Command, Option } from 'commander';
import { Refusal } from '../../exit/refusal';
import type { Call, Commands } from '../call/call';
import { warningLines } from '../call/carry-out';
import { withExamples } from '../call/examples';
import { listArgument, readJsonArgument } from '../call/text-argument';

type Body = Schema<'SubscriptionBody'>;
type View = Schema<'SubscriptionView'>;

interface PutOptions {
  filter?: string;
  endpoint?: string;
  on?: string;
  include?: string;
  initial?: Body['initial'];
  minHold?: string;
}

/** Members from which the service counts no further. */
const mostCounted = 1_000;

/** Subscriptions: events as documents enter and leave a filter. */
export const subscriptions: Commands = (tree, run) => {
  const group = withExamples(
    tree.command('subscriptions').description('Manages subscriptions: events as documents enter and leave a filter.'),
    `subscriptions put late_orders --filter '{"answers.late.thresholds.alarm": true}' --on entered --min-hold 10m`,
    'subscriptions put late_orders @late-orders.json',
    'subscriptions list',
    'subscriptions delete late_orders --yes',
  );
  const named = (command: string): Command => group.command(command).argument('<name>', 'of the subscription');
  group
    .command('list')
    .option('--all', 'print every page')
    .description('Lists them with how many documents match.')
    .action(run(list));
  named('get').description('Prints one with how many documents match.').action(run(get));
  named('put')
    .argument('[definition]', 'as the API takes it: JSON, @file, or - for the input')
    .option('--filter <json>', 'which documents: JSON, @file, or - for the input')
    .option('--endpoint <id>', 'webhook endpoint that gets its events; without one they go to the feed alone')
    .option('--on <moves>', 'of entered,exited; both when left out')
    .option('--include <parts>', 'of attributes,answers, in its events')
    .addOption(
      new Option('--initial <how>', 'whether documents that match already raise events').choices(['silent', 'emit']),
    )
    .option('--min-hold <duration>', 'how long a document must match before it enters, such as 10m')
    .description('Makes one, or replaces it as a whole, and prints how many documents match.')
    .action(run(put));
  named('delete')
    .option('--yes', 'do not ask')
    .description('Removes one; nothing more is sent of it.')
    .action(run(remove));
};

async function list({ namespace, options, print, world }: Call<{ all?: boolean }>): Promise<void> {
  await print.writePages(
    namespace.subscriptions.list({ signal: world.signal }),
    (page) => page.subscriptions,
    [
      ['name', ({ name }) => name],
      ['match', matchText],
      ['on', ({ on }) => on.join(',')],
      ['endpoint', ({ endpoint }) => endpoint],
      ['min hold', ({ min_hold }) => min_hold],
      ['template', ({ template }) => template],
      ['filter', ({ filter }) => filter],
    ],
    options.all,
  );
}

async function get(call: Call, name: string): Promise<void> {
  const { namespace, print, world } = call;
  await print.reply(
    (more) => namespace.subscriptions.get(name, { ...more, signal: world.signal }),
    (view) => show(call, view),
  );
}

async function put(call: Call<PutOptions>, name: string, given?: string): Promise<void> {
  const { namespace, print, world } = call;
  const body = await readBody(call, given);
  const { signal } = world;
  await print.reply(
    (more) => namespace.subscriptions.put(name, body, { ...more, signal }),
    // Only reads count what matches.
    async () => show(call, await namespace.subscriptions.get(name, { signal })),
  );
}

async function remove(call: Call<{ yes?: boolean }>, name: string): Promise<void> {
  const { namespace, options, print, world } = call;
  const { signal } = world;
  const view = await namespace.subscriptions.get(name, { signal });
  await print.tell(`${name}: ${matchText(view) || 'an unknown number of'} documents match. It sends no further event.`);
  await call.confirm(`Delete ${name}?`, options.yes);
  await print.reply(
    (more) => namespace.subscriptions.delete(name, { ...more, signal }),
    () => print.tell(`${name} is deleted.`),
  );
}

async function readBody({ options, world }: Call<PutOptions>, given?: string): Promise<Body> {
  const { filter, endpoint, on, include, initial, minHold } = options;
  const body = {
    ...(given !== undefined && (await readJsonArgument<object>('The definition', given, world))),
    ...(filter !== undefined && { filter: await readJsonArgument<Body['filter']>('--filter', filter, world) }),
    ...(endpoint !== undefined && { endpoint }),
    ...(on !== undefined && { on: listArgument(on) }),
    ...(include !== undefined && { include: listArgument(include) }),
    ...(initial !== undefined && { initial }),
    ...(minHold !== undefined && { min_hold: minHold }),
  };
  if (!('filter' in body)) throw new Refusal('Say which documents: --filter JSON, or a definition with "filter".');
  return body as Body;
}

/** Nothing where the service does not count: on a prefix, and while too many documents wait to match later. */
function matchText({ members }: View): string {
  if (members === undefined) return '';
  return members >= mostCounted ? `${mostCounted.toLocaleString('en')} or more` : String(members);
}

async function show({ print }: Call, view: View): Promise<void> {
  await print.writeFields([
    ['name', view.name],
    ['match', matchText(view)],
    ['filter', view.filter],
    ['on', view.on.join(',')],
    ['endpoint', view.endpoint],
    ['include', view.include.join(',')],
    ['initial', view.initial],
    ['min hold', view.min_hold],
    ['template', view.template],
    ['created', view.created_at],
    ['updated', view.updated_at],
  ]);
  for (const line of warningLines(view.warnings ?? [])) await print.tell(line);
}
