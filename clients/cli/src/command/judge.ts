import type { Schema } from '@app/sdk';
import { answerText } from './answer-text';
import type { Call, Commands } from './call';
import { jsonArgument } from './text-argument';

interface Options {
  judgment: string;
}

/** Asking an engine, or looking at what it would read. */
export const judge: Commands = (tree, run) => {
  tree
    .command('judge')
    .argument('<ids...>', 'documents, at most 100')
    .requiredOption('-j, --judgment <name>', 'the judgment')
    .description('Asks the engine about documents now, whatever the freshness policy says. This costs money.')
    .action(run(judgeNow));
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

async function judgeNow({ namespace, options, print, world }: Call<Options>, ids: string[]): Promise<void> {
  await print.reply(
    (more) => namespace.judgments.get(options.judgment).judge({ documents: ids }, { ...more, signal: world.signal }),
    async ({ documents, usage }) => {
      await print.rows(documents, [
        ['id', ({ id }) => id],
        [options.judgment, ({ answers }) => answerText(answers?.[options.judgment])],
      ]);
      await print.tell(cost(usage));
    },
  );
}

async function tryOut({ namespace, print, world }: Call, given: string, ids: string[]): Promise<void> {
  const definition = await jsonArgument<Schema<'TriedDefinition'>>('The definition', given, world);
  await print.reply(
    (more) => namespace.judgments.try({ definition, documents: ids }, { ...more, signal: world.signal }),
    async ({ documents, usage }) => {
      await print.rows(documents, [
        ['id', ({ document }) => document],
        ['answer', ({ answer }) => answerText(answer)],
        ['applies', ({ applies }) => applies],
        ['tokens', ({ context }) => context.tokens],
        ['cuts', ({ context }) => context.cuts.length || ''],
      ]);
      await print.tell(cost(usage));
    },
  );
}

async function preview({ namespace, options, print, world }: Call<Options>, id: string): Promise<void> {
  await print.reply(
    (more) => namespace.judgments.get(options.judgment).context({ document: id }, { ...more, signal: world.signal }),
    async ({ text, tokens, size_class, cuts }) => {
      for (const line of text.split('\n')) await print.line(line);
      await print.tell(`${tokens} tokens, size ${size_class}`);
      for (const { path, kind, dropped } of cuts) await print.tell(`cut: ${dropped} ${kind} at ${path}`);
    },
  );
}

function cost({ judgment_units, cost_usd }: Schema<'UsageView'>): string {
  return `${judgment_units} units, ${cost_usd} USD`;
}
