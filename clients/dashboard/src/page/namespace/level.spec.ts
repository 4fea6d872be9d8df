import { belowLevel, levelOf } from './level';

it('takes the way to a prefix apart, and leaves out what is still being typed', () => {
  expect(levelOf('')).toEqual({ level: '', steps: [] });
  expect(levelOf('ac')).toEqual({ level: '', steps: [] });
  expect(levelOf('acme/prod/t')).toEqual({
    level: 'acme/prod/',
    steps: [
      { words: 'acme', prefix: 'acme/' },
      { words: 'prod', prefix: 'acme/prod/' },
    ],
  });
});

it('shows names below their level', () => {
  expect([belowLevel('acme/prod/t1', 'acme/prod/'), belowLevel('other', 'acme/')]).toEqual(['t1', 'other']);
});
