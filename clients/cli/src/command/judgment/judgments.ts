import type { Schema } from '@app/sdk';
import { type Agreement, carryOut, changeShown } from '../call/carry-out';
import type { Call, Commands } from '../call/call';
import { agreement, judgmentFiles } from './judgment-files';
import { wholeNumber } from '../call/text-argument';

/** What answers for a judgment now: `built-in` in the place of a model that is not there. */
function engineText({ definition, engine_source: source }: Schema<'JudgmentView'>): string {
  return source === 'built_in' ? 'built-in' : `${definition.engine.name} ${definition.engine.version}`;
}

/** The judgments of a namespace or of a template prefix. */
export const judgments: Commands = (tree, run) => {
  const group = tree.command('judgments').description('Looks at judgments and changes them.');
  const named = (command: string, about: string) =>
    group.command(command).argument('<name>', 'name of the judgment').description(about);
  group.command('list').description('Lists them with what they cost today.').action(run(list));
  group
    .command('built-in')
    .description(
      'Lists those of every namespace that still hold answers of the built-in engine after a model took its place.',
    )
    .action(run(listBuiltIn));
  named('show', 'Prints the active version, settings and state of one.').action(run(show));
  named('versions', 'Lists the versions of one, newest first.')
    .option('--all', 'print every page')
    .action(run(printVersions));
  judgmentFiles(group, run);
  agreement(named('activate', 'Makes another version the active one; no engine is asked unless --backfill is given.'))
    .argument('<version>', 'number of the version', wholeNumber(1, 2_147_483_647))
    .option('--backfill', 'also judge stored documents whose answer is missing or stale')
    .action(run(activate));
  named('detach', 'Ends the inheritance of one from its template: the namespace gets a copy of its own.')
    .option('--yes', 'do not ask')
    .action(run(detach));
  named('archive', 'Takes one away: its answers leave reads. A later create of the name counts its versions on.')
    .option('--yes', 'do not ask')
    .action(run(archive));
};

async function list({ namespace, print, world }: Call): Promise<void> {
  await print.list(
    (more) => namespace.judgments.list({ ...more, signal: world.signal }),
    (page) => page.judgments,
    [
      ['name', ({ name }) => name],
      ['type', ({ definition }) => definition.type],
      ['version', ({ active_version }) => active_version],
      ['engine', engineText],
      ['freshness', ({ freshness }) => freshness.policy],
      ['today', ({ stats }) => stats.evaluations],
      ['usd', ({ stats }) => stats.spend_usd],
      ['errors', ({ stats }) => stats.error_rate],
      ['template', ({ template }) => template],
    ],
  );
}

async function listBuiltIn({ client, print, world }: Call): Promise<void> {
  await print.list(
    (more) => client.organization.builtInAnswers({ ...more, signal: world.signal }),
    (page) => page.judgments,
    [
      ['namespace', ({ namespace }) => namespace],
      ['name', ({ name }) => name],
      ['engine', ({ engine }) => `${engine.name} ${engine.version}`],
      ['source', ({ engine_source }) => engine_source],
      ['built-in answers', ({ answers, at_least }) => (at_least ? `at least ${answers}` : answers)],
      ['asked again by', ({ job }) => job?.id],
    ],
  );
}

async function show({ namespace, print, world }: Call, name: string): Promise<void> {
  await print.reply(
    (more) => namespace.judgments.get(name).read({ ...more, signal: world.signal }),
    (judgment) =>
      print.writeFields([
        ['name', judgment.name],
        ['version', judgment.active_version],
        ['answered by', engineText(judgment)],
        ['template', judgment.template],
        ...Object.entries(judgment.definition).filter(([name]) => name !== 'name'),
        ['thresholds', judgment.thresholds],
        ['freshness', judgment.freshness],
        ['outcomes', judgment.outcomes],
        ['today', judgment.stats],
      ]),
  );
}

async function printVersions(
  { namespace, options, print, world }: Call<{ all?: boolean }>,
  name: string,
): Promise<void> {
  await print.writePages(
    namespace.judgments.get(name).versions({ signal: world.signal }),
    (page) => page.versions,
    [
      ['version', ({ version }) => version],
      ['created', ({ created_at }) => created_at],
      ['definition', ({ definition }) => definition],
    ],
    options.all,
  );
}

async function activate(call: Call<Agreement & { backfill?: boolean }>, name: string, version: number): Promise<void> {
  const { namespace, options, print } = call;
  const judgment = namespace.judgments.get(name);
  const { backfill } = options;
  const done = await carryOut(call, (confirm, more) => judgment.activate({ version, backfill, confirm }, more));
  await print.show(done, changeShown(call, name));
}

async function detach(call: Call<{ yes?: boolean }>, name: string): Promise<void> {
  const { namespace, options, print, world } = call;
  const judgment = namespace.judgments.get(name);
  const { template } = await judgment.read({ signal: world.signal });
  if (template)
    await print.tell(`${name} comes from ${template}; later changes there will not reach ${namespace.name}.`);
  await call.confirm(`Detach ${name}?`, options.yes);
  await print.reply((more) => judgment.detach({ ...more, signal: world.signal }), changeShown(call, name));
}

async function archive(call: Call<{ yes?: boolean }>, name: string): Promise<void> {
  const { namespace, options, print, world } = call;
  const judgment = namespace.judgments.get(name);
  const { active_version: version } = await judgment.read({ signal: world.signal });
  await print.tell(`${name}, version ${version}: its answers leave reads and queries, and nothing judges by it.`);
  await call.confirm(`Archive ${name}?`, options.yes);
  await print.reply(
    (more) => judgment.delete({ ...more, signal: world.signal }),
    () => print.tell(`${name} is archived.`),
  );
}
