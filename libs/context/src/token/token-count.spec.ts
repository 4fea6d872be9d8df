import fc from 'fast-check';
import { countTokens as countByLibrary } from 'gpt-tokenizer/encoding/o200k_base';
import { countTokens, countUpTo, lengthOfTokens } from './token-count';
import { maxTokenBytes, rankByBytes } from './ranks';

const plain = { disallowedSpecial: new Set<string>() };
const special = fc.constantFrom(
  '<|endoftext|>',
  '<|fim_prefix|>',
  '<|im_start|>',
  '\n',
  '  ',
  'ÀÉ',
  '漢字',
  '👩‍👩‍👧',
  "it's",
  '://',
);
const text = fc
  .array(fc.oneof(special, fc.string({ unit: 'binary' }), fc.lorem()), { maxLength: 12 })
  .map((parts) => parts.join(''));

describe('counting tokens', () => {
  it('equals the count of the tokenizer, with special tokens as plain text [CTX-15]', () => {
    fc.assert(
      fc.property(text, (sample) => {
        expect(countUpTo(sample, Infinity)).toBe(countByLibrary(sample, plain));
        expect(countTokens(sample)).toBe(countByLibrary(sample, plain));
      }),
      { numRuns: 500 },
    );
  });

  it('equals it on long runs without a space', () => {
    const part = fc.constantFrom('a', 'ab', 'Zürich', '漢', '=', '-_', '👍', ' ');
    const runs = fc.array(fc.tuple(part, fc.integer({ min: 1, max: 150 })), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(runs, (parts) => {
        const run = parts.map(([unit, times]) => unit.repeat(times)).join('');
        expect(countUpTo(run, Infinity)).toBe(countByLibrary(run, plain));
      }),
    );
  });

  it('counts the longest token as one', () => {
    const longest = [...rankByBytes().keys()].reduce((most, bytes) => Math.max(most, bytes.length), 0);
    expect(longest).toBe(maxTokenBytes);
  });

  it('is exact up to the limit and stops above it', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 0, max: 60 }), (sample, limit) => {
        const exact = countUpTo(sample, Infinity);
        const counted = countUpTo(sample, limit);
        if (exact <= limit) expect(counted).toBe(exact);
        else expect(counted).toBeGreaterThan(limit);
      }),
    );
  });

  it('counts a megabyte without a space in bounded time', () => {
    const startedMs = performance.now();
    expect(countUpTo('ab'.repeat(500_000), 32_000)).toBeGreaterThan(32_000);
    expect(performance.now() - startedMs).toBeLessThan(30_000);
  });
});

describe('lengthOfTokens', () => {
  it('ends a text within its tokens, never inside a character', () => {
    fc.assert(
      fc.property(fc.oneof(text, fc.constant('👍'.repeat(300))), fc.integer({ min: 1, max: 60 }), (sample, limit) => {
        const start = sample.slice(0, lengthOfTokens(sample, limit));
        expect(countUpTo(start, Infinity)).toBeLessThanOrEqual(limit);
        expect(start).not.toMatch(/\p{Cs}/u);
      }),
    );
  });
});
