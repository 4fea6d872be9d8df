import { nameOf } from './judgment-name';

it('makes a name of the words that a question is about [DASH-06]', () => {
  expect(nameOf('Is the customer angry or frustrated?', [])).toBe('customer_angry_frustrated');
  expect(nameOf('Häufige Rückfrage?', [])).toBe('haufige_ruckfrage');
  expect(nameOf('これは急ぎですか', [])).toBe('question');
  expect(nameOf('x'.repeat(500), [])).toHaveLength(40);
});

it('takes a name that no judgment of the namespace has [DASH-06]', () => {
  expect(nameOf('Urgent?', ['urgent', 'urgent_2'])).toBe('urgent_3');
});
