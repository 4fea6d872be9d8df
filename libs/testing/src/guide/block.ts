import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { workspaceRoot } from '../workspace';

/** A fenced block of code of a page. */
export interface Block {
  /** Path of the page from the root, with the line of the fence, such as `docs/guide/labels.md:30`. */
  at: string;
  /** First word behind the fence: `sh`, `json`, `js`, `py`; empty without one. */
  language: string;
  /**
   * Further words behind the fence. `no-run`: it needs what a test has not, such as a model's key, or goes on for ever, and is
   * only read. `verify`: it is run with a signed request beside it.
   */
  marks: readonly string[];
  text: string;
}

/** The pages whose blocks are checked in every run. @returns paths from the root */
export function checkedPages(): string[] {
  const guides = readdirSync(join(workspaceRoot, 'docs/guide')).filter((name) => name.endsWith('.md'));
  return ['README.md', 'docs/release.md', ...guides.sort().map((name) => `docs/guide/${name}`)];
}

/** Command lines that stand in a sentence of a page, such as `judgment engines list`, each as its words. */
export function inlineCommandsOf(path: string): string[][] {
  const page = readFileSync(join(workspaceRoot, path), 'utf8');
  const prose = page.replace(/^```[\s\S]*?^```$/gm, '');
  return [...prose.matchAll(/`(judgment [^`]+)`/g)].map(([, line = '']) => line.split(/\s+/));
}

/** The fenced blocks of a page, in their order. @param path from the root */
export function blocksOf(path: string): Block[] {
  return blocksIn(readFileSync(join(workspaceRoot, path), 'utf8'), path);
}

/** @throws Error for a fence that is not closed */
export function blocksIn(page: string, path: string): Block[] {
  const blocks: Block[] = [];
  let open: { line: number; words: string[]; lines: string[] } | undefined;
  for (const [index, line] of page.split('\n').entries()) {
    const fence = /^```(.*)$/.exec(line);
    if (fence && !open) {
      open = { line: index + 1, words: (fence[1] ?? '').trim().split(/\s+/), lines: [] };
    } else if (open && line === '```') {
      const [language = '', ...marks] = open.words;
      blocks.push({ at: `${path}:${open.line}`, language, marks, text: `${open.lines.join('\n')}\n` });
      open = undefined;
    } else open?.lines.push(line);
  }
  if (open) throw new Error(`${path}:${open.line}: the block has no end.`);
  return blocks;
}
