import { parseOptions } from './options';

describe('options of npm run bench', () => {
  it('has a default for everything', () => {
    const defaults = { rounds: 5, clients: 32, only: '', isShort: false, against: null, sizes: {} };
    expect(parseOptions([])).toEqual(defaults);
    expect(parseOptions(['--short'])).toEqual({ ...defaults, rounds: 1, clients: 8, isShort: true });
  });

  it('reads all of them', () => {
    const given = '--rounds 2 --clients=4 --seconds 0.5 --documents 300 --outcomes 9 --only read --against ../before';
    expect(parseOptions(given.split(' '))).toEqual({
      rounds: 2,
      clients: 4,
      only: 'read',
      isShort: false,
      against: '../before',
      sizes: { seconds: 0.5, documents: 300, outcomes: 9 },
    });
  });

  it.each([
    [['--rounds', '0'], '--rounds must be a whole number from 1, not "0"; use: npm run bench'],
    [['--documents', '100'], '--documents must be a whole number from 200, not "100"'],
    [['--clients', 'many'], '--clients must be a whole number'],
    [['--seconds', '-1'], 'ambiguous'],
    [['--seconds', '0'], '--seconds must be a number above 0, not "0"'],
    [['--shrot'], "Unknown option '--shrot'"],
    [['read'], 'use: npm run bench'],
  ])('refuses %j in a sentence', (args, sentence) => {
    expect(() => parseOptions(args)).toThrow(sentence);
  });
});
