import listed from 'gpt-tokenizer/bpeRanks/o200k_base';
import { O200K_TOKEN_SPLIT_REGEX } from 'gpt-tokenizer/encodingParams/constants';
import { pieces } from './pieces';
import { rankByBytes } from './ranks';

describe('the tables of o200k_base', () => {
  it('hold the tokens of the tokenizer, each with its rank [CTX-15]', () => {
    const ranks = rankByBytes();
    expect(ranks.size).toBe(listed.length);
    const bytes = listed.map((token) => (typeof token === 'string' ? Buffer.from(token) : Buffer.from(token)));
    const wrong = bytes.filter((token, rank) => ranks.get(token.toString('latin1')) !== rank);
    expect(wrong.slice(0, 5)).toEqual([]);
  });

  it('cut a text where the tokenizer cuts it [CTX-15]', () => {
    expect(String(pieces)).toBe(String(O200K_TOKEN_SPLIT_REGEX));
  });
});
