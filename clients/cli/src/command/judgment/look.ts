import type { Schema } from '@app/sdk';
import { Refusal } from '../../exit/refusal';
import { answerColumns } from '../call/answer-cells';
import type { Call, Commands } from '../call/call';
import { costText } from './judge-cost';
import { readJsonArgument } from '../call/text-argument';

type Tried = Schema<'TriedDocument'>;

/** Documents that a definition is tried on at most. */
const mostTried = 5;

/** Looking at what an engine reads and says, before anything is stored. */
export const look: Commands = (tree, run) => {
  tree
    .command('try')
    .argument('<definition>', 'of a judgment: JSON, @file, or - for the input')
    .argument('<ids...>', 'documents, at most five')
    .description('Asks the engine with a definition that is not stored. This costs money.')
    .action(run(tryOut));
  tree
    .command('preview')
    .argument('<id>', 'id of the document')
    .requiredOption('-j, --judgment <name>', 'the judgment')
    .description('Prints what the engine would read of a document. This costs nothing.')
    .action(run(preview));
};

async function tryOut({ namespace, print, world }: Call, given: string, ids: string[]): Promise<void> {
  if (ids.length > mostTried) {
    throw new Refusal(`Name at most ${mostTried} documents: a definition is tried on a few before it is stored.`);
  }
  const definition = await readJsonArgument<Schema<'TriedDefinition'>>('The definition', given, world);
  await print.reply(
    (more) => namespace.judgments.try({ definition, documents: ids }, { ...more, signal: world.signal }),
    async ({ documents, usage }) => {
      const [first] = documents;
      await print.writeRows<Tried>(documents, [
        ['id', ({ document }) => document],
        ...(first ? answerColumns<Tried>('', first.answer.type, ({ answer }) => answer) : []),
        ['applies', ({ applies }) => applies],
        ['tokens', ({ context }) => context.tokens],
        ['cuts', ({ context }) => context.cuts.length || ''],
      ]);
      await print.tell(costText(usage));
    },
  );
}

async function preview({ namespace, options, print, world }: Call<{ judgment: string }>, id: string): Promise<void> {
  await print.reply(
    (more) => namespace.judgments.get(options.judgment).context({ document: id }, { ...more, signal: world.signal }),
    async ({ text, tokens, size_class, cuts }) => {
      for (const line of text.split('\n')) await print.writeLine(line);
      await print.tell(`${tokens} tokens, size ${size_class}`);
      for (const { path, kind, dropped } of cuts) await print.tell(`cut: ${dropped} ${kind} at ${path}`);
    },
  );
}
