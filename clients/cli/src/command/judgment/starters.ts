import { EXIT } from '@app/commands';
import { Refusal } from '../../exit/refusal';
import type { Call, Commands } from '../call/call';

/** Definitions that others begin with. */
export const starters: Commands = (tree, run) => {
  const group = tree.command('starters').description('Looks at definitions to begin with.');
  group.command('list', { isDefault: true }).description('Lists them.').action(run(list));
  group
    .command('show')
    .argument('<id>', 'such as support.escalation')
    .description('Prints one with its placeholders, and a body for "judgments create" with their examples.')
    .action(run(show));
};

async function list({ client, print, world }: Call): Promise<void> {
  await print.list(
    (more) => client.organization.starters({ ...more, signal: world.signal }),
    (page) => page.starters,
    [
      ['id', ({ id }) => id],
      ['type', ({ definition }) => definition.type],
      ['title', ({ title }) => title],
      ['placeholders', ({ placeholders }) => placeholders.map(({ name }) => name).join(',')],
    ],
  );
}

async function show({ client, print, world }: Call, id: string): Promise<void> {
  const { starters: all } = await client.organization.starters({ signal: world.signal });
  const one = all.find((starter) => starter.id === id);
  if (!one) throw new Refusal(`There is no starter ${id}: "judgment starters" lists them.`, EXIT.notFound);
  if (print.format !== 'text') return print.writeRaw(`${JSON.stringify(one)}\n`);
  await print.writeFields([
    ['id', one.id],
    ['title', one.title],
    ['summary', one.summary],
    ...Object.entries(one.definition),
    ['outcomes', one.outcomes],
  ]);
  if (one.placeholders.length > 0) await print.writeRaw('\n');
  await print.writeRows(one.placeholders, [
    ['placeholder', ({ name }) => name],
    ['kind', ({ kind }) => kind],
    ['optional', ({ optional }) => optional],
    ['example', ({ example }) => example],
    ['means', ({ description }) => description],
  ]);
  const placeholders = Object.fromEntries(one.placeholders.map(({ name, example }) => [name, example]));
  const body = { name: id.replace(/^.*\./, ''), from_starter: { id, placeholders } };
  await print.tell(`To begin with it: judgment judgments create '${JSON.stringify(body)}'`);
  if (Object.keys(one.outcomes).length > 0)
    await print.tell(
      `It suggests outcomes that a create takes only when it sends them: "outcomes": ${JSON.stringify(one.outcomes)}`,
    );
}
