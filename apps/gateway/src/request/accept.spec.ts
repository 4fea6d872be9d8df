import { prefersHtml } from './accept';

it.each([
  [undefined, false],
  ['*/*', false],
  ['application/json', false],
  ['text/html', true],
  ['TEXT/HTML; charset=utf-8', true],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', true],
  ['application/json, text/html', false],
  ['application/json;q=0.5, text/html', true],
  ['application/json, text/html;q=0.9', false],
  ['text/html;q=0', false],
])('`Accept: %s` prefers HTML: %s', (accept, wanted) => {
  expect(prefersHtml(accept)).toBe(wanted);
});
