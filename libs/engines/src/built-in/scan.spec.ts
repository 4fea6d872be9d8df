import * as fc from 'fast-check';
import { entryOf } from './lexicon/lexicon';
import { scan } from './scan';
import { foldText, tokens } from './word';

const plain = fc.string({ unit: fc.constantFrom(...'aZ9 .,!?;\n$\'`-"_'.split('')), maxLength: 80 });

it('reads the words of a plain text as those of any other [ANS-01]', () => {
  fc.assert(
    fc.property(fc.oneof(plain, fc.string()), (text) => {
      expect(scan(text)).toEqual(tokens(foldText(text)).map(entryOf));
    }),
  );
});

it.each([
  ["I don't, can?t and won`t.", ['i', 'dont', 'cant', 'and', 'wont', '.']],
  ['Really? Yes!\nIt costs $5', ['real', '?', 'yes', '!', '\n', 'it', 'cost', '$', '5']],
  ['At 1.5 km. Or 2', ['at', '1', '5', 'km', '.', 'or', '2']],
  ['Schön – „gut“!', ['schon', 'gut', '!']],
  ['A3`b4 c', ['a3b4', 'c']],
  ['Ä3`b4 ç', ['a3b4', 'c']],
  [`${'x'.repeat(40)} y`, ['x'.repeat(40), 'y']],
])('reads %j', (text, roots) => {
  expect(scan(text).map(({ root }) => root)).toEqual(roots);
});

it('forgets words at its bound and reads on', () => {
  const many = Array.from({ length: 40_000 }, (_, at) => `w${at}`).join(' ');
  expect(scan(many)).toHaveLength(40_000);
  expect(scan('w1 w2').map(({ root }) => root)).toEqual(['w1', 'w2']);
});
