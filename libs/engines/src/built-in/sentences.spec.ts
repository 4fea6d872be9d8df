import { countRight, readSentences } from './judge-sentence.fake';

// All three were written before the words that the engine knows. The 44 and the held-out ones are read for their figure
// alone: to choose words by which of them the engine gets wrong would be training on the test.
it.each([
  ['44 plain', 'plain-sentences', 44, 39],
  ['development', 'development-sentences', 127, 107],
  ['held-out', 'held-out-sentences', 133, 111],
])('judges the %s sentences no worse than it did [ANS-01] [ANS-02]', async (_, name, size, least) => {
  const sentences = readSentences(name);
  expect(sentences).toHaveLength(size);
  expect(await countRight(sentences)).toBeGreaterThanOrEqual(least);
});
