import { slugOf } from '../build/markdown/slug.cjs';

interface Line {
  /** From 1. */
  number: number;
  text: string;
}

/** Every anchor of a Markdown page; a heading that comes again gets `-1`, `-2`, and so on. */
export function anchorsOf(page: string): Set<string> {
  const anchors = new Set<string>();
  const seen = new Map<string, number>();
  for (const { text } of proseLines(page)) {
    const heading = /^ {0,3}#{1,6}\s+(.+?)(?:\s+#+)?\s*$/.exec(text)?.[1];
    if (heading === undefined) continue;
    const slug = slugOf(heading);
    const before = seen.get(slug) ?? 0;
    seen.set(slug, before + 1);
    anchors.add(before === 0 ? slug : `${slug}-${before}`);
  }
  return anchors;
}

/** Targets of links and images in a Markdown page, code left out. */
export function linksOf(page: string): string[] {
  return proseLines(page).flatMap(({ text }) => {
    const prose = text.replace(/`[^`]*`/g, '');
    return [...prose.matchAll(/\]\(\s*<?([^)\s>]+)>?[^)]*\)/g)].map(([, target = '']) => target);
  });
}

/** Numbers of the lines, tables and code left out, that are longer than a number of characters. */
export function longLines(page: string, limit: number): number[] {
  return proseLines(page)
    .filter(({ text }) => !/^\s*\|/.test(text) && text.length > limit)
    .map(({ number }) => number);
}

/** The lines outside fenced and indented code. A list's continuation is indented too, but follows no blank line. */
function proseLines(page: string): Line[] {
  let fence = '';
  let blankBefore = true;
  let indented = false;
  return page.split('\n').flatMap((text, index) => {
    const mark = /^\s*(```+|~~~+)/.exec(text)?.[1] ?? '';
    if (fence !== '') {
      if (mark.startsWith(fence)) fence = '';
      return [];
    }
    if (mark !== '') {
      fence = mark;
      return [];
    }
    indented = /^ {4,}\S/.test(text) && (blankBefore || indented);
    blankBefore = text.trim() === '';
    return indented ? [] : [{ number: index + 1, text }];
  });
}
