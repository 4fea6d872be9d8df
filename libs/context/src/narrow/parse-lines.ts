import { setMember } from '@app/json';
import type { JsonObject } from '@app/json';
import { printPath } from '../path/field-path';

/** Lines that are none of a section in format 1. */
export class NotFormat1 extends Error {}

export interface ParsedLines {
  value: JsonObject;
  /** Paths of texts of several lines. Their own line ends, blanks at line ends and control characters are lost. */
  blocks: string[];
}

const bareKey = /^([A-Za-z_][A-Za-z0-9_-]*):(?: ([^]*))?$/;
const quotedKey = /^("[^"\\]*(?:\\[^][^"\\]*)*"):(?: ([^]*))?$/;

/**
 * Reads the values that the lines of a section print: the inverse of `layOut`. It also takes some lines that are never
 * printed; to be exact, print the values again and compare.
 * @param steps of the section, the first steps of every path
 * @throws NotFormat1
 */
export function parseLines(lines: readonly string[], steps: readonly string[]): ParsedLines {
  const reader = new LineReader([...lines]);
  const value = lines.length === 0 ? {} : reader.readMembers('', steps);
  if (!reader.isAtEnd) throw new NotFormat1('a line belongs to no value');
  return { value, blocks: reader.blocks };
}

class LineReader {
  readonly blocks: string[] = [];
  private at = 0;

  constructor(private readonly lines: string[]) {}

  get isAtEnd(): boolean {
    return this.at === this.lines.length;
  }

  readMembers(indent: string, steps: readonly string[]): JsonObject {
    const members: JsonObject = {};
    for (let rest = this.restAfter(indent); rest !== undefined; rest = this.restAfter(indent)) {
      const found = bareKey.exec(rest) ?? quotedKey.exec(rest);
      if (found === null) break;
      const key = rest.startsWith('"') ? (parseJson(found[1]) as string) : found[1];
      this.at += 1;
      setMember(members, key, this.readValue(found[2], `${indent}  `, [...steps, key]));
    }
    if (Object.keys(members).length === 0) throw new NotFormat1('a label without a value');
    return members;
  }

  /** @param text after the label on its line; undefined when the value stands on lines of its own */
  private readValue(text: string | undefined, indent: string, steps: readonly string[]): unknown {
    if (text !== undefined) return parseScalar(text);
    const rest = this.restAfter(indent) ?? '';
    if (rest.startsWith('|')) return this.readBlock(indent, steps);
    return rest.startsWith('-') ? this.readItems(indent, steps) : this.readMembers(indent, steps);
  }

  private readBlock(indent: string, steps: readonly string[]): string {
    const texts: string[] = [];
    for (let rest = this.restAfter(indent); rest?.startsWith('|'); rest = this.restAfter(indent)) {
      texts.push(rest.slice(2));
      this.at += 1;
    }
    this.blocks.push(printPath(steps));
    return texts.join('\n');
  }

  private readItems(indent: string, steps: readonly string[]): unknown[] {
    const items: unknown[] = [];
    for (let rest = this.restAfter(indent); rest?.startsWith('-'); rest = this.restAfter(indent)) {
      const inside = `${indent}  `;
      const text = rest.slice(2);
      if (text === '') {
        this.at += 1;
        items.push(this.readValue(undefined, inside, steps));
      } else if (bareKey.test(text) || quotedKey.test(text)) {
        // The first member stands on the line of the dash, the others below it.
        this.lines[this.at] = inside + text;
        items.push(this.readMembers(inside, steps));
      } else {
        this.at += 1;
        items.push(parseScalar(text));
      }
    }
    return items;
  }

  private restAfter(indent: string): string | undefined {
    const line = this.isAtEnd ? undefined : this.lines[this.at];
    return line?.startsWith(indent) === true ? line.slice(indent.length) : undefined;
  }
}

function parseScalar(text: string): unknown {
  if (text === '[]') return [];
  if (text === '{}') return {};
  const value = parseJson(text);
  if (typeof value === 'object' && value !== null) throw new NotFormat1('a value of several parts on one line');
  return value;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new NotFormat1('no JSON value', { cause });
  }
}
