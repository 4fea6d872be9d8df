import type { Schema } from '@app/sdk';
import { type Command, Option } from 'commander';
import type { Column } from '../../output/printer';
import type { Call, Commands } from '../call/call';
import { withExamples } from '../call/examples';
import { readJsonArgument } from '../call/text-argument';

type Group = Schema<'GroupView'>;
type Values = Schema<'GroupValues'>;
type Value = Schema<'GroupValue'>;

/** Groups: figures of documents by the value of an attribute. */
export const groups: Commands = (tree, run) => {
  const group = withExamples(
    tree.command('groups').description('Manages groups: figures of documents by the value of an attribute.'),
    `groups put by_seller '{"key": "attributes.seller", "aggregates": {"orders": {"aggregate": "count"}}}'`,
    'groups get by_seller --order documents',
  );
  const named = (command: string): Command => group.command(command).argument('<name>', 'of the group');
  group.command('list').option('--all', 'print every page').description('Lists their definitions.').action(run(list));
  named('get')
    .addOption(new Option('--order <by>', 'of its rows').choices(['key', 'documents']))
    .option('--all', 'print every page')
    .description('Prints the figures of one, a row a key.')
    .action(run(get));
  named('put')
    .argument('<definition>', 'key and aggregates, as the API takes them: JSON, @file, or - for the input')
    .description('Makes one, or replaces it.')
    .action(run(put));
  named('delete').option('--yes', 'do not ask').description('Removes one.').action(run(remove));
};

async function list({ namespace, options, print, world }: Call<{ all?: boolean }>): Promise<void> {
  await print.writePages(
    namespace.groups.list({ signal: world.signal }),
    (page) => page.groups,
    [
      ['name', ({ name }) => name],
      ['key', ({ key }) => key],
      ['status', ({ status }) => status],
      ['as of', ({ as_of }) => as_of],
      ['template', ({ template }) => template],
      ['aggregates', ({ aggregates }) => aggregates],
    ],
    options.all,
  );
}

async function get(
  { namespace, options, print, world }: Call<{ order?: 'key' | 'documents'; all?: boolean }>,
  name: string,
): Promise<void> {
  const values = namespace.groups.values(name, { order: options.order }, { signal: world.signal });
  await print.writePages(values, (page) => page.values, columnsOf, options.all);
  if (print.format !== 'text') return;
  const { status, as_of: asOf } = await values;
  if (status === 'building') await print.tell('The documents are being counted: these are the figures of before.');
  else if (asOf) await print.tell(`As of ${asOf}.`);
}

function columnsOf({ key, aggregates }: Values): readonly Column<Value>[] {
  return [
    [key, (row) => (row.overflow ? '(further keys)' : row.key)],
    ['documents', ({ documents }) => documents],
    ['stale', ({ stale }) => stale],
    ...Object.keys(aggregates).map((name): Column<Value> => [name, (row) => row.aggregates[name]]),
  ];
}

async function put({ namespace, print, world }: Call, name: string, given: string): Promise<void> {
  const body = await readJsonArgument<Schema<'GroupBody'>>('The definition', given, world);
  await print.reply(
    (more) => namespace.groups.put(name, body, { ...more, signal: world.signal }),
    ({ key, aggregates, status }: Group) =>
      print.writeFields([
        ['name', name],
        ['key', key],
        ['aggregates', aggregates],
        ['status', status],
      ]),
  );
}

async function remove(call: Call<{ yes?: boolean }>, name: string): Promise<void> {
  const { namespace, options, print, world } = call;
  await call.confirm(`Delete the group ${name} and its figures? The documents stay.`, options.yes);
  await print.reply(
    (more) => namespace.groups.delete(name, { ...more, signal: world.signal }),
    () => print.tell(`${name} is deleted.`),
  );
}
