import { workspaceRoot } from '../workspace';
import { slugOf } from '../build/markdown/slug.cjs';
import { anchorsOf, longLines } from './markdown';
import { sourceFiles } from './tree';

describe('an anchor', () => {
  it.each([
    ['13. Limits', '13-limits'],
    ['GEN - General wire contract', 'gen---general-wire-contract'],
    ['`pplx-decider` (Perplexity)', 'pplx-decider-perplexity'],
    ['A [link](to.md), bold **text** and a_name', 'a-link-bold-text-and-a_name'],
    ['Größe & Maß', 'größe--maß'],
  ])('of "%s" is GitHub\'s', (heading, slug) => expect(slugOf(heading)).toBe(slug));

  it('is counted where headings repeat, and comes from no code', () => {
    const page = '# A\n\n## B ##\n\n```\n# no heading\n```\n\n    # none either\n\n## B\n';
    expect([...anchorsOf(page)]).toEqual(['a', 'b', 'b-1']);
  });
});

describe('Markdown', () => {
  const limit = 200;

  it(`has no line over ${limit} characters outside tables and code`, () => {
    const long = sourceFiles(workspaceRoot, ['md']).flatMap(({ path, text }) =>
      longLines(text, limit).map((number) => `${path}:${number}`),
    );
    expect(long).toEqual([]);
  });

  it('is measured line by line: prose and lists count, tables and code do not', () => {
    const long = 'x'.repeat(limit + 1);
    const page = `${long}\n\n- ${long}\n    ${long}\n\n| ${long} |\n\n\`\`\`\n${long}\n\`\`\`\n\n    ${long}\n\n${'y'.repeat(limit)}\n`;
    expect(longLines(page, limit)).toEqual([1, 3, 4]);
  });
});
