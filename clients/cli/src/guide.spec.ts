import { blocksOf, calledPrograms, checkedPages, inlineCommandsOf } from '@app/testing/guide';
import { CommandTable } from './testing/command-table';

const table = new CommandTable();
afterAll(() => table.remove());

it.each([
  ['nothing', 'has no command nothing'],
  ['judgments', 'lacks a command'],
  ['import a.csv --ids x', 'has no option --ids'],
  ['report -j late -x', 'has no option -x'],
])('finds what is wrong with "judgment %s"', async (line, words) => {
  expect(await table.findFault(line.split(' '))).toContain(words);
});

describe('the command line knows the commands', () => {
  const blocks = checkedPages()
    .flatMap(blocksOf)
    .filter(({ at, language }) => language === 'sh' && !at.startsWith('docs/release.md'));

  it.each(blocks.map(({ at, text }) => [at, text]))('at %s', async (_at, text) => {
    for (const { name, words } of calledPrograms(text))
      if (name === 'judgment') expect(await table.findFault(words)).toBeUndefined();
  });

  it.each(checkedPages())('in the sentences of %s', async (path) => {
    for (const [, ...words] of inlineCommandsOf(path)) expect(await table.findFault(words)).toBeUndefined();
  });
});
