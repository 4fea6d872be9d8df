import { table, tabSeparated } from './columns';

describe('output', () => {
  it('a table aligns its columns and cuts long cells', () => {
    expect(
      table(
        ['id', 'text'],
        [
          ['a', 'abcdef'],
          ['long', 'x'],
        ],
        4,
      ),
    ).toEqual(['id    text', 'a     abc…', 'long  x']);
  });

  it('a pipe gets whole cells, one row a line', () => {
    expect(tabSeparated(['id', 'text'], [['a', 'one\ttwo\nthree']])).toEqual(['id\ttext', 'a\tone\\x09two\\x0athree']);
  });

  it('an escape in a document is shown and not run', () => {
    expect(table(['id'], [['\u001b[2J\u009b1m']])).toEqual(['id', '\\x1b[2J\\x9b1m']);
  });
});
