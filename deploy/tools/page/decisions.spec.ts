import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { workspaceRoot } from '../workspace';
import { Decision, areas, decisionFaults, decisionIndex, readDecision } from './decision';
import { sourceFiles } from './tree';

const folder = 'docs/decisions/';
const citing = ['ts', 'mts', 'cts', 'mjs', 'cjs', 'sql', 'md', 'yaml', 'tpl', 'conf'];

describe('docs/decisions', () => {
  const files = sourceFiles(workspaceRoot, citing);
  const pages = files.filter(({ path }) => path.startsWith(folder) && path !== `${folder}README.md`);
  const decisions = pages.map(readDecision).sort((one, other) => one.file.localeCompare(other.file));

  it('README.md lists every decision by area, with its date and status', () => {
    const index = join(workspaceRoot, folder, 'README.md');
    const wanted = decisionIndex(decisions);
    if (process.env['WRITE_DECISIONS']) writeFileSync(index, wanted);
    if (readFileSync(index, 'utf8') !== wanted) throw new Error(`${folder}README.md differs: run "npm run decisions".`);
    expect(decisions.filter(({ file }) => !wanted.includes(`](${file})`))).toEqual([]);
  });

  it('has pages of one form', () => {
    expect(decisionFaults(decisions)).toEqual([]);
    expect(Object.keys(areas).filter((area) => !decisions.some((decision) => decision.area === area))).toEqual([]);
  });

  it('is named page by page where its reader works', () => {
    const outside = files.filter(({ path }) => !path.startsWith(folder));
    const named = new Set(outside.flatMap(({ text }) => text.match(/\d{4}-[a-z\d-]+/g) ?? []));
    expect(decisions.filter(({ file }) => !named.has(file.replace('.md', ''))).map(({ file }) => file)).toEqual([]);
  });
});

describe('a decision', () => {
  const text = (front: string, ...headings: string[]): string =>
    `---\n${front}\n---\n\n# 0007 A title\n\n${headings.map((heading) => `## ${heading}\n\nWords.\n`).join('\n')}`;
  const front = 'status: in force\ndate: 2026-11-21\narea: bus';
  const read = (page: string): Decision => readDecision({ path: `${folder}0007-a-title.md`, text: page });
  const sound = ['Problem', 'Decision', 'Refused', 'Price', 'Reopen when', 'Checked by'];

  it('is a row of its area', () => {
    expect(decisionIndex([read(text(front, ...sound))])).toContain(
      `## ${areas['bus']}\n\n| Decision | Date | Status |\n|---|---|---|\n| [0007](0007-a-title.md) A title | 2026-11-21 | in force |\n`,
    );
    expect(decisionFaults([read(text(front, ...sound))])).toEqual([]);
  });

  it.each([
    ['without first lines', text('', ...sound), 'it has no date'],
    ['of an unknown status', text(front.replace('in force', 'new'), ...sound), 'its status is none of in force'],
    ['of an unknown area', text(front.replace('bus', 'tea'), ...sound), 'its area is none of contract'],
    ['with another number', text(front, ...sound).replace('0007', '0008'), 'its title does not begin with the number'],
    ['without a problem', text(front, 'Decision'), 'it has no section "Problem"'],
    ['with a section of its own', text(front, ...sound, 'Seen'), 'no section is "Seen"'],
    ['whose end is in another order', text(front, 'Problem', 'Decision', 'Checked by', 'Price'), 'at its end'],
    ['that changed unseen', text(front, 'Problem', 'Decision', 'Since'), 'not called amended'],
    ['that is superseded by none', text(front.replace('in force', 'superseded'), ...sound), '"supersedes"'],
  ])('%s has a fault', (_what, page, fault) => expect(decisionFaults([read(page)]).join('\n')).toContain(fault));

  it('names the one whose place it takes, and that one says so', () => {
    const old = { ...read(text(front, ...sound)), file: '0006-old.md', number: '0006' };
    const next = read(text(`${front}\nsupersedes: 0006`, ...sound));
    expect(decisionFaults([old, next])).toHaveLength(1);
    expect(decisionFaults([{ ...old, status: 'superseded' }, next])).toEqual([]);
    expect(decisionIndex([next])).toContain('A title (in the place of 0006)');
    expect(decisionFaults([next, { ...next }, { ...old, status: 'superseded' }])).toHaveLength(2);
  });
});
