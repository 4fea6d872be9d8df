import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { workspaceRoot } from '../workspace';
import { linksOf } from './markdown';
import { projectPaths } from './tree';

const read = (path: string): string => readFileSync(join(workspaceRoot, path), 'utf8');

describe('docs/README.md', () => {
  const linked = linksOf(read('docs/README.md')).map((link) => posix.join('docs', link));

  it('leads to every page of docs, and the README of the project leads to it', () => {
    const pages = projectPaths(workspaceRoot).filter((path) => /^docs\/([^/]+|[^/]+\/README)\.md$/.test(path));
    expect(pages.length).toBeGreaterThan(20);
    expect(pages.filter((path) => path !== 'docs/README.md' && !linked.includes(path))).toEqual([]);
    expect(linksOf(read('README.md'))).toContain('docs/README.md');
  });

  it('names no page twice', () => {
    expect(linked.filter((link, index) => linked.indexOf(link) < index)).toEqual([]);
  });
});

describe('docs/adding.md', () => {
  const page = read('docs/adding.md');
  /** Paths in backticks that name one file or folder, without a placeholder. */
  const written = /`((?:apps|clients|deploy|docs|examples|libs|test-e2e)\/[\w./-]+)`/g;

  it('lists the files of a field, a route, a worker, an engine and a library', () => {
    const sections = page.split(/^## /m).slice(1);
    expect(sections.map((section) => section.split('\n', 1)[0])).toEqual([
      'A field of a request or a reply',
      'A route',
      'A worker',
      'An engine',
      'A library',
    ]);
  });

  it('names files that exist', () => {
    const paths = [...page.matchAll(written)].map(([, path]) => path);
    expect(paths.length).toBeGreaterThan(30);
    expect(paths.filter((path) => !existsSync(join(workspaceRoot, path)))).toEqual([]);
  });
});
