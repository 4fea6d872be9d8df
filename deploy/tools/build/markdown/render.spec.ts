import { moduleOf, render } from './render.cjs';
import { join } from 'node:path';
import { workspaceRoot } from '../../workspace';

const htmlOf = (text: string, path = 'manual/guide/a.md'): string => render(text, path).html;

describe('a page of Markdown', () => {
  it('has its title, its sections, and the anchors of GitHub', () => {
    const page = render('# A `b`\n\n## Twice, or\n\n## Twice, or\n', 'manual/a.md');
    expect(page.title).toBe('A b');
    expect(page.sections.map(({ id }) => id)).toEqual(['twice-or', 'twice-or-1']);
    expect(page.html).toContain('<h1 id="a-b">A <code>b</code></h1>');
  });

  it.each([
    ['[a](../contract.md#x)', '<a href="repo:manual/contract.md#x">a</a>'],
    ['[a](b.md)', '<a href="repo:manual/guide/b.md">a</a>'],
    ['[a](#b)', '<a href="#b">a</a>'],
    ['[a](https://example.com/?a=1&b=2)', '<a href="https://example.com/?a=1&amp;b=2">a</a>'],
    ['![a chart](chart.svg)', 'a chart'],
    ['<script>alert(1)</script>', '&lt;script&gt;'],
    ['[a](javascript:alert(1))', '<a href="repo:manual/guide/javascript:alert(1)">a</a>'],
    ['```sh no-run\na < "b"\n```', '<pre tabindex="0"><code>a &lt; &quot;b&quot;\n</code></pre>'],
  ])('%s becomes %s', (text, html) => expect(htmlOf(text)).toContain(html));

  it('has no empty heading of a column, nor a head without words', () => {
    expect(htmlOf('| | |\n|---|---|\n| a | b |\n')).not.toContain('<thead>');
    expect(htmlOf('| | y |\n|---|---|\n| a | b |\n')).toMatch(/<td><\/td>\s*<th>y<\/th>/);
  });

  it('is a module that names its file from the root', () => {
    const page = JSON.parse(moduleOf('# A\n\n[b](b.md)', join(workspaceRoot, 'manual/guide/a.md'))) as { html: string };
    expect(page.html).toContain('href="repo:manual/guide/b.md"');
  });
});
