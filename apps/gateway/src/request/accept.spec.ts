import { prefersHtml, prefersImage } from './accept';

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

it.each([
  [undefined, false],
  ['*/*', false],
  ['image/*', true],
  ['image/avif,image/webp,image/svg+xml,image/*,*/*;q=0.8', true],
  ['image/png;q=0.1, application/json', false],
  ['image/png;q=0.9, application/json;q=0.5', true],
  ['application/json, image/png', false],
  ['image/png;q=0', false],
])('`Accept: %s` prefers an image: %s [defect W-L13]', (accept, wanted) => {
  expect(prefersImage(accept)).toBe(wanted);
});
