import type { Call, Commands } from './call';

/** The judgments of a namespace or of a template prefix. */
export const judgments: Commands = (tree, run) => {
  const group = tree.command('judgments').description('Looks at judgments.');
  group.command('list').description('Lists them with what they cost today.').action(run(list));
  group
    .command('show')
    .argument('<name>', 'name of the judgment')
    .description('Prints the active version, settings and state of one.')
    .action(run(show));
};

async function list({ namespace, print, world }: Call): Promise<void> {
  await print.list(
    (more) => namespace.judgments.list({ ...more, signal: world.signal }),
    (page) => page.judgments,
    [
      ['name', ({ name }) => name],
      ['type', ({ definition }) => definition.type],
      ['version', ({ active_version }) => active_version],
      ['freshness', ({ freshness }) => freshness.policy],
      ['today', ({ stats }) => stats.evaluations],
      ['usd', ({ stats }) => stats.spend_usd],
      ['errors', ({ stats }) => stats.error_rate],
      ['template', ({ template }) => template],
    ],
  );
}

async function show({ namespace, print, world }: Call, name: string): Promise<void> {
  await print.reply(
    (more) => namespace.judgments.get(name).read({ ...more, signal: world.signal }),
    (judgment) =>
      print.fields([
        ['name', judgment.name],
        ['version', judgment.active_version],
        ['template', judgment.template],
        ...Object.entries(judgment.definition).filter(([name]) => name !== 'name'),
        ['thresholds', judgment.thresholds],
        ['freshness', judgment.freshness],
        ['outcomes', judgment.outcomes],
        ['today', judgment.stats],
      ]),
  );
}
