import { epochLabel } from '@app/report';
import type { Schema } from '@app/sdk';
import { cellsOf, rawColumns } from '../call/answer-cells';
import type { Call, Commands } from '../call/call';
import { listArgument } from '../call/text-argument';

interface ReadOptions {
  fresh?: 'stored' | 'require';
  include?: string;
  judgments?: string;
}

/** One document and the answers about it. */
export const documents: Commands = (tree, run) => {
  tree
    .command('get')
    .argument('<id>', 'id of the document')
    .description('Prints a document with its answers.')
    .option('--fresh <how>', 'stored, or require to judge what is not fresh')
    .option('--include <parts>', 'of attributes,state,images,answers')
    .option('--judgments <names>', 'whose answers come with it')
    .action(run(get));
  tree
    .command('history')
    .argument('<id>', 'id of the document')
    .argument('<judgment>', 'name of the judgment')
    .description('Prints the answers that a judgment gave about a document, newest first.')
    .option('--all', 'print every page')
    .action(run(printHistory));
};

async function get({ namespace, options, print, world }: Call<ReadOptions>, id: string): Promise<void> {
  const { fresh } = options;
  const include = listArgument(options.include) as Schema<'GetDocumentsBody'>['include'];
  const judgments = listArgument(options.judgments);
  await print.reply(
    (more) => namespace.documents.get(id, { ...more, fresh, include, judgments, signal: world.signal }),
    (document) =>
      print.writeFields([
        ['id', document.id],
        ['version', document.version],
        ['created', document.created_at],
        ['updated', document.updated_at],
        ...Object.entries(document.attributes ?? {}).map(([name, value]) => [`attributes.${name}`, value] as const),
        ...Object.entries(document.state ?? {}).map(([name, value]) => [`state.${name}`, value] as const),
        ...Object.entries(document.answers ?? {}).flatMap(([name, answer]) =>
          cellsOf[answer.type].map(([title, cell]) => [`answers.${name}.${title}`, cell(answer)] as const),
        ),
      ]),
  );
}

async function printHistory(
  { namespace, options, print, world }: Call<{ all?: boolean }>,
  id: string,
  judgment: string,
): Promise<void> {
  const list = namespace.documents.history(id, judgment, { signal: world.signal });
  await print.writePages(
    list,
    ({ answers }) => answers,
    ({ answers }) => [
      ['judged', ({ judged_at }) => judged_at],
      ...rawColumns(answers[0]?.answer),
      ['version', ({ version }) => version],
      ['document', ({ document_version }) => document_version],
      ['engine', (one) => epochLabel(one)],
      ['source', ({ engine_source }) => engine_source],
      ['cut', ({ truncated }) => (truncated ? 'cut' : '')],
      ['id', (one) => one.id],
    ],
    options.all,
  );
}
