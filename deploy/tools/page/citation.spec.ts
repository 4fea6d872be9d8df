import { workspaceRoot } from '../workspace';
import { Targets, brokenCitations, targetsOf } from './citation';
import { projectPaths, sourceFiles } from './tree';

describe('the citations of the project', () => {
  const citing = ['ts', 'mts', 'cts', 'mjs', 'cjs', 'sql', 'md', 'yaml', 'tpl', 'conf'];
  const files = sourceFiles(workspaceRoot, citing);
  // Planted citations stand in this file.
  const checked = files.filter(({ path }) => path !== 'deploy/tools/page/citation.spec.ts');
  const pages = files.filter(({ path }) => path.endsWith('.md'));

  it('lead to pages, headings and requirements that exist', () => {
    const targets = targetsOf(projectPaths(workspaceRoot), pages);
    const broken = checked.flatMap((file) => brokenCitations(file, targets).map((cited) => `${file.path}: ${cited}`));
    expect(broken).toEqual([]);
  });
});

describe('a citation', () => {
  const pages = [
    { path: 'docs/contract.md', text: '# Contract\n\n## 13. Limits\n\n## Twice\n\n## Twice\n' },
    { path: 'docs/requirements.md', text: '- **THR-04** A threshold.\n' },
    { path: 'apps/one/README.md', text: '# One\n' },
  ];
  const targets: Targets = targetsOf(
    pages.map(({ path }) => path),
    pages,
  );
  const brokenIn = (text: string, path = 'apps/one/src/a.ts') => brokenCitations({ path, text }, targets);

  it.each([
    '// As docs/contract.md#13-limits has it.',
    '/** @see docs/contract.md */',
    '// docs/contract.md#twice-1',
    '// Kept [THR-04].',
    '// 13 names, RFC 3339, section 5.6',
    'request(spec: RequestSpec): void',
  ])('that leads somewhere is none to mend: %s', (text) => expect(brokenIn(text)).toEqual([]));

  it.each([
    ['of a page that is not there', '// docs/absent.md#limits', 'docs/absent.md#limits'],
    ['of a heading that is not there', '// docs/contract.md#14-limits', 'docs/contract.md#14-limits'],
    ['of a heading that comes once', '// docs/contract.md#twice-2', 'docs/contract.md#twice-2'],
    ['of a requirement that is not there', '// Kept [THR-99].', '[THR-99]'],
    ['of a decision by its number', '// (docs/decisions/0026)', 'docs/decisions/0026'],
    ['of a section by its number', '/** Limits (contract 13). */', 'contract 13'],
    ['of a section by its sign', '/** Limits (§13). */', '§13'],
    ['of a settled point', '// As settled [12.4].', '[12.4]'],
    ['of a page by its name', '/** @see methods.md */', 'methods.md'],
    ['of a part of the specification', '/** Waits (spec: Events). */', 'spec: E'],
  ])('%s is broken', (_what, text, written) => expect(brokenIn(text)).toContain(written));

  it.each([
    ['[a](../../docs/contract.md#13-limits)', []],
    ['[a](#one) and [b](https://example.com/nothing)', []],
    ['[a](../../docs/contract.md#limits)', ['../../docs/contract.md#limits']],
    ['[a](absent.md)', ['absent.md']],
    ['![a](absent.svg)', ['absent.svg']],
    ['[a](#two)', ['#two']],
    ['`[a](absent.md)`', []],
    ['```\n[a](absent.md)\n```', []],
  ])('that is a link of a README resolves from its folder: %s', (text, broken) =>
    expect(brokenIn(`# One\n\n${text}\n`, 'apps/one/README.md').sort()).toEqual([...broken].sort()),
  );
});
