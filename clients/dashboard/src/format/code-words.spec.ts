import { titleOfCode } from './code-words';

it('makes a title of a code', () => {
  expect(['short_history', 'built_in_engine', ''].map(titleOfCode)).toEqual(['Short history', 'Built-in engine', '']);
});
