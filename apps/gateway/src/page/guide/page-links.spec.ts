import { withServedLinks } from './page-links';

const addresses = new Map([['manual/webhooks.md', '/docs/webhooks']]);

it.each([
  ['<a href="repo:manual/webhooks.md">receive</a>', '<a href="/docs/webhooks">receive</a>'],
  ['<a href="repo:manual/webhooks.md#retries">a <em>b</em></a>', '<a href="/docs/webhooks#retries">a <em>b</em></a>'],
  ['see <a href="repo:manual/decision.md"><code>0001</code></a>.', 'see <span><code>0001</code></span>.'],
  [
    '<a href="https://example.com/a">out</a> <a href="#here">in</a>',
    '<a href="https://example.com/a">out</a> <a href="#here">in</a>',
  ],
])('%s becomes %s', (html, served) => expect(withServedLinks(html, addresses)).toBe(served));
