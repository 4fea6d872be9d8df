import type { Commands } from './command-tree';
import { EXIT } from './exit-code';
import { type OrderReader, UnreadableCommand, readOrder } from './read-order';
import { choice, filled, matching } from './value';

interface Feeding {
  animal: string;
  grams: number;
}

const feeding: Commands<OrderReader<Feeding>> = (tree, run) => {
  const zoo = tree.command('zoo').description('Keeps animals.');
  zoo
    .command('feed')
    .argument('<animal>', 'its name', matching(/^[a-z]+$/, 'It must be lower-case letters.'))
    .addOption(choice('--size <size>', 'of the meal', ['small', 'large']).default('small'))
    .option('--note <text>', 'for the keeper', filled)
    .action(
      run(({ size }: { size: string }, animal: string) => {
        if (animal === 'stone') throw new UnreadableCommand('A stone eats nothing.');
        return { animal, grams: size === 'large' ? 900 : 200 };
      }),
    );
};
const read = (line: string) => readOrder('keeper', [feeding], line.split(' ').filter(Boolean));
const refusalOf = (line: string): UnreadableCommand => {
  try {
    throw new Error(`read as ${JSON.stringify(read(line))}`);
  } catch (error) {
    if (error instanceof UnreadableCommand) return error;
    throw error;
  }
};

it('reads words into an order, with defaults', () => {
  expect(read('zoo feed leo')).toEqual({ animal: 'leo', grams: 200 });
  expect(read('zoo feed leo --size large --note now')).toEqual({ animal: 'leo', grams: 900 });
});

it.each([
  ['', /^Usage: keeper/],
  ['zoo', /^Usage: keeper zoo/],
  ['zoo feed', /missing required argument 'animal'[^]*Usage: keeper zoo feed/],
  ['zoo feed Leo', /It must be lower-case letters/],
  ['zoo feed leo --size huge', /Allowed choices are small, large/],
  ['zoo feed leo --note=', /It is empty/],
  ['zoo feed leo mia', /too many arguments/],
  ['zoo feed leo --colour red', /unknown option '--colour'/],
  ['zoo feed stone', /^A stone eats nothing\.$/],
])('refuses `%s` with a sentence and 2', (line, sentence) => {
  const { message, exitCode } = refusalOf(line);
  expect(message).toMatch(sentence);
  expect(exitCode).toBe(EXIT.usage);
});

it.each(['--help', 'zoo --help', 'zoo feed --help'])('`%s` prints help and is no failure', (line) => {
  const { message, exitCode } = refusalOf(line);
  expect(message).toMatch(/^Usage: keeper/);
  expect(exitCode).toBe(EXIT.done);
});
