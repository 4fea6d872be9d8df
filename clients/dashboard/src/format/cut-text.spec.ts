import { cutText } from './cut-text';

it.each([
  ['array_items', 3, '3 oldest items of state.messages'],
  ['related_items', 1_200, '1,200 related documents of state.messages'],
  ['text_tail', 40, 'the last 40 characters of state.messages'],
  ['moon_side', 2, '2 moon side of state.messages'],
])('says what a cut of kind %s left out [CTX-04]', (kind, dropped, words) => {
  expect(cutText({ path: 'state.messages', kind: kind as 'fields', dropped })).toBe(words);
});
