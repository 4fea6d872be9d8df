import { destinationText, readingText, setByText } from './model-words';

it.each([
  [
    'operator',
    'hosted' as const,
    false,
    /ENGINES, in the file that ENGINE_ENTRIES_FILE names, or by ENGINE_GPT_6_LUNA_KEY/,
  ],
  ['operator', 'hosted' as const, true, /The model saved here applies once that entry is removed\.$/],
  ['start', 'built_in' as const, false, /^While npm start judges its example, .* once the example is judged\.$/],
  ['start', 'built_in' as const, true, /applies after that\.$/],
  ['owner', 'hosted' as const, false, /^Configured here\.$/],
  ['none', 'local' as const, false, /found this model on a local server/],
  ['none', 'built_in' as const, false, /the built-in engine answers/],
])('says who set it (%s, %s) and where it is changed', (setBy, source, overridden, words) => {
  expect(setByText({ engine: 'gpt-6-luna', set_by: setBy, source, overridden })).toMatch(words);
});

it.each([
  ['https://judge.example.com', true],
  ['http://10.0.0.7:8000', true],
  ['http://127.0.0.1.example.com', true],
  ['http://127.0.0.1:11434', false],
  ['http://localhost:8000', false],
  ['http://[::1]:8000', false],
])('says of %s whether texts leave the installation: %s', (address, leaves) => {
  expect(destinationText(address)).toContain(`are sent to ${address}.`);
  expect(destinationText(address).endsWith('They leave this installation.')).toBe(leaves);
});

it('asks for an address before it says where texts go', () => {
  expect(destinationText(null)).toMatch(/^Enter the base URL/);
});

const tried = {
  question: 'Was the item damaged on arrival?',
  answered: true,
  http_status: 200,
  seconds: 0.4,
  reported_model: 'small',
  p: null,
  value: null,
  dist: null,
  score: null,
  reason: null,
  message: null,
};

it('tells what was answered, by type; nothing for a question without an answer', () => {
  expect(readingText({ ...tried, type: 'bool', p: 0.98 })).toBe('yes with 0.980');
  const dist = { refund: 0.2, replacement: 0.7 };
  expect(readingText({ ...tried, type: 'choice', value: 'replacement', dist })).toBe(
    'replacement: refund 0.200, replacement 0.700',
  );
  expect(readingText({ ...tried, type: 'choice', value: null, dist })).toMatch(/^none of these: refund/);
  expect(readingText({ ...tried, type: 'score', value: 1, score: 1.25, dist: { '0': 0, '1': 0.75, '2': 0.25 } })).toBe(
    '1.250: 0 0.000, 1 0.750, 2 0.250',
  );
  expect(readingText({ ...tried, type: 'bool', answered: false, reason: 'auth' })).toBe('');
});
