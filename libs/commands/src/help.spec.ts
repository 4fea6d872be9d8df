import type { Commands } from './command-tree';
import { addExamples, addNotes } from './examples';
import { helpOf } from './help';
import type { OrderReader } from './read-order';

const zoo: Commands<OrderReader<string>> = (tree, run) => {
  const animals = tree.command('animals').description('Keeps animals.');
  animals
    .command('feed')
    .argument('<animal>', 'its name')
    .option('--size <size>', 'of the meal', 'small')
    .description('Feeds an animal.')
    .action(run((_: object, animal: string) => animal));
  animals
    .command('list')
    .description('Lists animals.')
    .action(run(() => 'list'));
  addExamples(animals, 'feed leo --size large', 'list');
  addNotes(animals, 'Nobody is fed twice.');
};
const { lines, commands } = helpOf('keeper', [zoo]);

describe('the help of a table of commands', () => {
  it('lists the commands, and of each its words with their meaning and default', () => {
    expect(lines).toEqual(expect.arrayContaining(['Usage: keeper [options] [command]']));
    expect(commands?.animals.lines.join('\n')).toMatch(/\n {2}feed [^\n]* Feeds an animal\.\n {2}list /);
    const feed = commands?.animals.commands?.feed.lines;
    expect(feed?.slice(0, 3)).toEqual(['Usage: keeper animals feed [options] <animal>', '', 'Feeds an animal.']);
    expect(feed?.join('\n')).toMatch(/--size <size> {2}of the meal \(default: "small"\)/);
    expect(commands?.animals.commands?.feed.commands).toBeUndefined();
  });

  it('shows calls with the name of the program, and notes at every command beneath', () => {
    const animals = commands?.animals;
    expect(animals?.lines.slice(-5)).toEqual([
      'Examples:',
      '  keeper animals feed leo --size large',
      '  keeper animals list',
      '',
      'Nobody is fed twice.',
    ]);
    expect(animals?.commands?.list.lines.slice(-4)).toEqual([
      'Example:',
      '  keeper animals list',
      '',
      'Nobody is fed twice.',
    ]);
    expect(lines.join('\n')).not.toContain('leo');
  });
});
