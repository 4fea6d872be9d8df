import { parseOptions } from './options';

describe('options of npm run bench', () => {
  it('has a default for everything', () => {
    const common = { only: '', isShort: false, isReported: false, minutes: null, against: null, sizes: {} };
    const defaults = { ...common, rounds: 5, clients: 32 };
    expect(parseOptions([])).toEqual(defaults);
    expect(parseOptions(['--short'])).toEqual({ ...defaults, rounds: 1, clients: 8, isShort: true });
  });

  it('reads all of them', () => {
    const given =
      '--rounds 2 --clients=4 --seconds 0.5 --documents 300 --outcomes 9 --only read --report --minutes 2.5 --against ../before';
    expect(parseOptions(given.split(' '))).toEqual({
      rounds: 2,
      clients: 4,
      only: 'read',
      isShort: false,
      isReported: true,
      minutes: 2.5,
      against: '../before',
      sizes: { seconds: 0.5, documents: 300, outcomes: 9 },
    });
  });

  it.each([
    [['--rounds', '0'], "'--rounds <n>' argument '0' is invalid. It must be a whole number from 1."],
    [['--documents', '100'], 'must be a whole number from 200'],
    [['--clients', 'many'], "'--clients <n>' argument 'many' is invalid"],
    [['--seconds', '-1'], 'must be a number above 0'],
    [['--minutes', '0'], 'must be a number above 0'],
    [['--seconds', '0'], 'must be a number above 0'],
    [['--shrot'], "unknown option '--shrot'"],
    [['--short', '--report'], '--report needs rounds of full size'],
    [['read'], 'Usage: npm run bench -- [options]'],
  ])('refuses %j in a sentence', (args, sentence) => {
    expect(() => parseOptions(args)).toThrow(sentence);
  });
});
