import { type Commands, type OrderReader, addExamples, addNotes, readOrder } from '@app/commands';
import { type EngineName, engineNames } from '@app/definition';
import { Argument } from 'commander';

/** What the learning engine is asked to do. */
export type LearningOrder =
  | { verb: 'run'; engine: EngineName }
  | { verb: 'train'; engine: EngineName; ifDue: boolean }
  | { verb: 'evaluate'; folder: string };

/** The commands of `npm run learning-engine`. */
export const learningTable: Commands<OrderReader<LearningOrder>> = (tree, run) => {
  const engineArgument = () =>
    new Argument('[engine]', 'the engine name that it answers for').choices(engineNames).default('jev');
  tree.description(
    'Runs the example engine that learns from outcomes, has it learn, or measures what a folder of outcomes teaches.',
  );
  tree
    .command('run', { isDefault: true })
    .addArgument(engineArgument())
    .description('Answers until it is asked to end. Without a command, this is what it does.')
    .action(run((_: object, engine: EngineName) => ({ verb: 'run', engine })));
  tree
    .command('train')
    .addArgument(engineArgument())
    .option('--if-due', 'trains only when labels have doubled, or after a week with new ones')
    .description('Learns from the outcomes that the service has.')
    .action(run(({ ifDue = false }: { ifDue?: boolean }, engine: EngineName) => ({ verb: 'train', engine, ifDue })));
  tree
    .command('evaluate')
    .argument('<folder>', 'documents, questions and outcomes in the format of examples/README.md')
    .description('Measures what the outcomes of a folder teach.')
    .action(run((_: object, folder: string) => ({ verb: 'evaluate', folder })));
  addExamples(tree, '', 'train --if-due');
  addNotes(
    tree,
    '`run` and `train` need `npm start` with ENGINES=\'{"jev": {"dialect": "extension"}}\'. `train` makes itself a key',
    'that only reads, unless JUDGMENT_API_KEY is set.',
    'Exit code: 0 done, 1 the command cannot be read or carried out.',
  );
};

/** @throws UnreadableCommand with a sentence and the usage */
export function readLearningOrder(words: readonly string[]): LearningOrder {
  return readOrder('npm run learning-engine --', [learningTable], words);
}
