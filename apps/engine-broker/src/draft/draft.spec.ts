import { WriteDrafts } from '@app/contracts/engines';
import { checkDrafter } from './drafter-entry';
import { draftsOf, promptOf } from './draft';
import { Pace } from './pace';

const request: WriteDrafts = { type: 'bool', question: 'Late?', criteria: 'after the day', count: 3 };

describe('promptOf', () => {
  it('sends the members of the request and nothing else [DRF-02]', () => {
    const wider = { ...request, namespace: 'acme/prod', applies_to: { 'attributes.x': 1 } };
    const { system, user } = promptOf(wider);
    expect(JSON.parse(user)).toEqual({ type: 'bool', question: 'Late?', criteria: 'after the day', count: 3 });
    expect(promptOf({ ...request, question: 'Other?' }).system).toBe(system);
  });
});

describe('draftsOf', () => {
  it('takes readable drafts, each once, and at most as many as were asked for [DRF-03]', () => {
    const drafts = [
      { question: ' Is it late? ', criteria: null, note: 'dropped' },
      { question: 'Is it late?' },
      { question: '' },
      'Is it late?',
      { question: 'x'.repeat(8_001), criteria: 'long' },
      { question: 'Is it overdue?', criteria: { true: 'a day or more', false: 'earlier' } },
      { question: 'Is it overdue?', criteria: { maybe: 'x' } },
      { question: 'Three?', criteria: 'c' },
      { question: 'Four?', criteria: 'd' },
    ];
    expect(draftsOf({ drafts }, request)).toEqual([
      { question: 'Is it late?', criteria: null },
      { question: 'Is it overdue?', criteria: { true: 'a day or more', false: 'earlier' } },
      { question: 'Three?', criteria: 'c' },
    ]);
  });

  it('takes criteria of two sides for a yes/no question only, and no list from another shape', () => {
    const sided = { question: 'Which?', criteria: { true: 'a' } };
    expect(draftsOf({ drafts: [sided] }, { type: 'choice', count: 4 })).toEqual([]);
    expect(draftsOf({ drafts: { question: 'Late?' } }, request)).toEqual([]);
  });
});

describe('Pace', () => {
  it('begins calls up to the rate, and says when to come again', () => {
    const pace = new Pace();
    const rate = { requests_per_s: 2, in_flight: 2 };
    expect(pace.begin(rate, 1_000)).toBe(0);
    expect(pace.begin(rate, 1_100)).toBe(400);
    expect(pace.begin(rate, 1_500)).toBe(0);
    expect(pace.begin(rate, 3_000)).toBeGreaterThan(0);
    pace.end();
    expect(pace.begin(rate, 3_000)).toBe(0);
  });
});

describe('checkDrafter', () => {
  it('takes an entry with a key file, and none', () => {
    const raw = { base_url: 'http://gpu:1', model: 'm', key_file: '/run/key' };
    expect(checkDrafter(raw)).toEqual(raw);
    expect(checkDrafter({})).toEqual({});
  });

  it.each([
    [[], 'JSON object'],
    [{ base_url: 'https://x.example', model: 'm', key: 'sim-1' }, 'must not hold its key'],
    [{ base_url: 'https://x.example', model: 'm', key_file: '' }, 'key_file'],
    [{ model: 'm' }, 'base_url'],
  ])('refuses %j with a sentence that holds no key', (raw, words) => {
    const refused = () => checkDrafter(raw);
    expect(refused).toThrow(words);
    expect(refused).not.toThrow('sim-1');
  });
});
