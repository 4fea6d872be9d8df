import { parseAccount } from './cpu';

test('an account of CPU is read behind a name that holds spaces and parentheses', () => {
  const stat = '812 (node (main) 1) S 7 812 812 0 -1 4194560 90 800 3 4 250 50 120 30 20 0 11 0 4711 1 2';
  expect(parseAccount(stat)).toEqual({ name: 'node (main) 1', parent: 7, own: 3, ended: 1.5 });
});
