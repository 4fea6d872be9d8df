import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { askStarter } from './ask-starter.fake';

/** Sentences by starter, each with its true answer. */
type Sentences = Record<string, [boolean, string][]>;

// Written before the words that the engine knows: to choose words by which of them it gets wrong would be training on the test.
const sentences: Sentences = JSON.parse(readFileSync(join(__dirname, 'fixtures/plain-sentences.json'), 'utf8'));
const rows = Object.entries(sentences).flatMap(([starter, own]) =>
  own.map(([isTrue, text]): [string, boolean, string] => [starter, isTrue, text]),
);

it('judges plain sentences of eight starters no worse than it did [ANS-01]', async () => {
  const hits = await Promise.all(
    rows.map(async ([starter, isTrue, text]) => (await askStarter(starter, text)) >= 0.5 === isTrue),
  );
  const right = hits.filter(Boolean).length;
  expect([Object.keys(sentences).length, rows.length]).toEqual([8, 44]);
  expect(right).toBeGreaterThanOrEqual(21);
});
