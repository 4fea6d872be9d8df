import type { Schema } from '@app/sdk';
import type { Call, Commands } from '../call/call';
import { withExamples } from '../call/examples';
import { readJsonArgument } from '../call/text-argument';

/** The summary of the namespaces under a prefix. */
export const summary: Commands = (tree, run) => {
  const group = withExamples(
    tree
      .command('summary')
      .description('Manages what a prefix (-n acme/prod/*) publishes of each namespace under it, in bands.'),
    "summary get -n 'acme/prod/*'",
    `summary put -n 'acme/prod/*' '{"into": "acme/all", "groups": ["by_seller"], "bands": {"by_seller": {"orders": [10, 100]}}}'`,
  );
  group.command('get').description('Prints it, and whether it can be written.').action(run(get));
  group
    .command('put')
    .argument('<definition>', 'into, groups and bands, as the API takes them: JSON, @file, or - for the input')
    .description('Makes it, or replaces it.')
    .action(run(put));
  group
    .command('delete')
    .option('--yes', 'do not ask')
    .description('Removes it with the documents that it made.')
    .action(run(remove));
};

async function get({ namespace, print, world }: Call): Promise<void> {
  await print.reply((more) => namespace.summary.get({ ...more, signal: world.signal }), shown(print));
}

async function put({ namespace, print, world }: Call, given: string): Promise<void> {
  const body = await readJsonArgument<Schema<'SummaryBody'>>('The definition', given, world);
  await print.reply((more) => namespace.summary.put(body, { ...more, signal: world.signal }), shown(print));
}

async function remove(call: Call<{ yes?: boolean }>): Promise<void> {
  const { namespace, options, print, world } = call;
  const { into } = await namespace.summary.get({ signal: world.signal });
  await print.tell(`Its documents in ${into} go with it, save what others wrote into them.`);
  await call.confirm(`Delete the summary of ${namespace.name}?`, options.yes);
  await print.reply(
    (more) => namespace.summary.delete({ ...more, signal: world.signal }),
    () => print.tell(`The summary of ${namespace.name} is deleted.`),
  );
}

function shown(print: Call['print']): (view: Schema<'SummaryView'>) => Promise<void> {
  return (view) =>
    print.writeFields([
      ['into', view.into],
      ['groups', view.groups.join(',')],
      ['bands', view.bands],
      ['not written since', view.failing_since],
      ['failure', view.failure],
      ['tenant', view.failing_tenant],
      ['updated', view.updated_at],
    ]);
}
