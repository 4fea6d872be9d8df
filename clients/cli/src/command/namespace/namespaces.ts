import type { Namespace, Schema } from '@app/sdk';
import type { Command } from 'commander';
import type { ExitCode } from '@app/commands';
import { Refusal } from '../../exit/refusal';
import type { Call, Commands } from '../call/call';
import { withExamples } from '../call/examples';
import { endJob } from '../job/jobs';
import { type SettingOptions, readSettings, settingOptions } from './namespace-settings';

type View = Schema<'NamespaceView'>;

/** Namespaces: where documents and judgments are. */
export const namespaces: Commands = (tree, run) => {
  const group = withExamples(
    tree.command('namespaces').description('Lists, makes, changes and deletes namespaces.'),
    'namespaces create acme/desk --budget 50 --default-engine jev@current',
    'namespaces update acme/desk --budget none',
    'namespaces list --prefix acme/ --all --jsonl',
    'namespaces delete acme/desk --yes',
  );
  group
    .command('list')
    .option('--prefix <text>', 'with which their names begin')
    .option('--all', 'print every page')
    .description('Lists them by name.')
    .action(run(list));
  const named = (command: Command) => command.argument('[name]', 'of the namespace; that of -n when left out');
  named(group.command('get'))
    .description('Prints the settings of one, what it holds and what it costs.')
    .action(run(get));
  settingOptions(group.command('create').argument('<name>', 'such as acme/prod/t1'))
    .description('Makes one. The first document or judgment of a name makes it, too.')
    .action(run(create));
  settingOptions(named(group.command('update')))
    .description('Changes settings; those that are not named stay as they are.')
    .action(run(update));
  group
    .command('delete')
    .argument('<name>', 'of the namespace')
    .option('--yes', 'do not ask')
    .option('--no-wait', 'print the job instead of following it to its end')
    .description('Deletes one with everything in it.')
    .action(run(remove));
};

async function list({ client, options, print, world }: Call<{ prefix?: string; all?: boolean }>): Promise<void> {
  await print.writePages(
    client.namespaces.list({ prefix: options.prefix }, { signal: world.signal }),
    (page) => page.namespaces,
    [
      ['name', ({ name }) => name],
      ['created', ({ created_at }) => created_at],
    ],
    options.all,
  );
}

async function get(call: Call, name?: string): Promise<void> {
  const namespace = of(call, name);
  await call.print.reply((more) => namespace.read({ ...more, signal: call.world.signal }), shown(call));
}

async function create(call: Call<SettingOptions>, name: string): Promise<void> {
  const settings = await readSettings(call);
  await call.print.reply(
    (more) => call.client.namespaces.create({ name, ...settings }, { ...more, signal: call.world.signal }),
    shown(call),
  );
}

async function update(call: Call<SettingOptions>, name?: string): Promise<void> {
  const settings = await readSettings(call);
  if (Object.keys(settings).length === 0) throw new Refusal('Name a setting to change, such as --budget 50.');
  const namespace = of(call, name);
  await call.print.reply((more) => namespace.update(settings, { ...more, signal: call.world.signal }), shown(call));
}

async function remove(call: Call<{ yes?: boolean; wait: boolean }>, name: string): Promise<ExitCode> {
  const { client, options, print, world } = call;
  const namespace = client.namespace(name);
  const { stats } = await namespace.read({ signal: world.signal });
  const documents = `${stats.documents.toLocaleString('en')} ${stats.documents === 1 ? 'document goes' : 'documents go'}`;
  await print.tell(`${name} and its ${documents} for good, with all answers, labels, judgments and subscriptions.`);
  await call.confirm(`Delete ${name}?`, options.yes);
  return endJob(call, options.wait, (more) => namespace.delete(more));
}

function of({ client, namespace }: Call, name: string | undefined): Namespace {
  return name === undefined ? namespace : client.namespace(name);
}

function shown({ print }: Call): (view: View) => Promise<void> {
  return ({ name, budget, budget_paused: isPaused, pinned, default_engine: engine, fanout, stats, ...view }) =>
    print.writeFields([
      ['name', name],
      ['created', view.created_at],
      ['deleting', view.deleting || null],
      ['documents', stats.documents],
      ['bytes', stats.bytes],
      ['budget of a month', budget ? `${budget.compute_usd_per_month} USD, then ${budget.on_exceeded}` : 'none'],
      ['spent this month', `${stats.spend_month_usd} USD`],
      ['judging', isPaused ? 'paused: the budget is spent' : 'on'],
      ['default engine', engine && `${engine.name} ${engine.version}`],
      ['pinned', pinned],
      ['fan-out', fanout],
    ]);
}
