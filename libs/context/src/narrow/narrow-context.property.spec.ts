import fc from 'fast-check';
import { type CompiledContext, compileContext } from '../compile-context';
import type { Recipe } from '../recipe/recipe';
import { narrowContext } from './narrow-context';
import { type NarrowCase, narrowCases, nowMs, snapshotFor } from './narrow-context.cases.fake';

const runs = process.env.LONG === '1' ? 50_000 : 400;
const slowestMs = runs * 60;

function compiled(case_: NarrowCase, recipe: Recipe, question: string): CompiledContext {
  const { document, related } = case_;
  const previous = snapshotFor(case_, recipe);
  return compileContext({ recipe, document, related, previous, questions: [question], format: 1, nowMs });
}

function narrowed(case_: NarrowCase, stored: CompiledContext): CompiledContext | null {
  const { from, to, questions } = case_;
  const { text, images = [], truncated } = stored;
  return narrowContext({ text, images, truncated, format: 1, readAtMs: nowMs, from, to, questions: [questions[1]] });
}

const shown = ({ text, hash, readHash, tokens, sizeClass, truncated, images }: CompiledContext) => ({
  text,
  hash,
  readHash,
  tokens,
  sizeClass,
  truncated,
  images,
});

it(
  'a narrowed context is the one that the smaller recipe would have made, or none [ALT-24]',
  () => {
    const seen = { derivable: 0, narrowed: 0 };
    fc.assert(
      fc.property(narrowCases, (case_) => {
        const stored = compiled(case_, case_.from, case_.questions[0]);
        const found = narrowed(case_, stored);
        if (case_.isSmaller && !stored.truncated) {
          seen.derivable += 1;
          if (found) seen.narrowed += 1;
        }
        if (stored.truncated) expect(found).toBeNull();
        if (found) expect(shown(found)).toEqual(shown(compiled(case_, case_.to, case_.questions[1])));
      }),
      { numRuns: runs },
    );
    expect(seen.derivable).toBeGreaterThan(runs / 10);
    expect(seen.narrowed / seen.derivable).toBeGreaterThanOrEqual(0.5);
  },
  slowestMs,
);
