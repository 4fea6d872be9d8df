import type { Selected } from '../selection/selection';
import { printKey, printScalar } from './scalar';

/** A text value with its position, so that its end can be cut and its lines can be printed again. */
export interface TextValue {
  path: string;
  value: string;
  lead: string;
  indent: string;
}

/** A value or its label: the smallest part that is kept or dropped as a whole. */
export interface Entry {
  path: string;
  lines: string[];
  /** Whether the entry only names the entries that follow; it is dropped with them. */
  isLabel: boolean;
  text?: TextValue;
}

/** The entries of an array's items, oldest first; each item is a half-open range. `depth` counts the arrays around it. */
export interface ArraySpan {
  path: string;
  depth: number;
  items: { start: number; end: number }[];
  /** Whether the items are related documents, of which the last one goes first, before items of other arrays. */
  isRelated?: boolean;
}

export interface Layout {
  entries: Entry[];
  arrays: ArraySpan[];
}

/** Lays a section out as entries in reading order. No entry's lines depend on other entries, so any can be dropped. */
export function layOut(section: Selected): Layout {
  const layout: Layout = { entries: [], arrays: [] };
  if (section.kind === 'members') layOutMembers(section.members, layout, { lead: '', indent: '', depth: 0 });
  else place(section, layout, { lead: '', indent: '', depth: 0 });
  return layout;
}

/** Lays out the lists of related documents. */
export function layOutRelated(section: Selected): Layout {
  const { entries, arrays } = layOut(section);
  return { entries, arrays: arrays.map((array) => ({ ...array, isRelated: array.depth === 0 })) };
}

interface Position {
  /** The text before the value on its first line: indent, dash, name. */
  lead: string;
  /** Indent of further lines. */
  indent: string;
  /** Number of arrays around the value. */
  depth: number;
}

function place(node: Selected, layout: Layout, at: Position): void {
  if (node.kind === 'value') {
    const { path, value } = node;
    const text = typeof value === 'string' ? { path, value, lead: at.lead, indent: at.indent } : undefined;
    layout.entries.push({ path, lines: printScalar(value, at.lead, at.indent), isLabel: false, text });
  } else if (node.kind === 'items') {
    placeItems(node, layout, at);
  } else if (node.members.length === 0) {
    placeEmpty(node.path, '{}', layout, at);
  } else {
    placeLabel(node.path, layout, at);
    layOutMembers(node.members, layout, { ...at, lead: at.indent });
  }
}

function placeItems({ path, items }: Extract<Selected, { kind: 'items' }>, layout: Layout, at: Position): void {
  if (items.length === 0) return placeEmpty(path, '[]', layout, at);
  placeLabel(path, layout, at);
  const array: ArraySpan = { path, depth: at.depth, items: [] };
  layout.arrays.push(array);
  const inside = { lead: `${at.indent}- `, indent: `${at.indent}  `, depth: at.depth + 1 };
  for (const item of items) {
    const start = layout.entries.length;
    if (item.kind === 'members' && item.members.length > 0) layOutMembers(item.members, layout, inside);
    else place(item, layout, inside);
    array.items.push({ start, end: layout.entries.length });
  }
}

/** The first member of an item shares the line of the item's dash. */
function layOutMembers(members: [string, Selected][], layout: Layout, { lead, indent, depth }: Position): void {
  members.forEach(([key, value], index) => {
    const before = index === 0 ? lead : indent;
    place(value, layout, { lead: `${before}${printKey(key)}: `, indent: `${indent}  `, depth });
  });
}

function placeLabel(path: string, layout: Layout, { lead }: Position): void {
  layout.entries.push({ path, lines: [lead.trimEnd()], isLabel: true });
}

function placeEmpty(path: string, brackets: string, layout: Layout, { lead }: Position): void {
  layout.entries.push({ path, lines: [`${lead}${brackets}`], isLabel: false });
}
