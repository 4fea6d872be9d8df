import { isObject } from '@app/json';
import type { JsonObject } from '@app/json';
import type { JudgedDocument } from '../recipe/recipe';
import { type RelatedDocument, type RelatedDocuments, selectRelated } from '../related/related';
import { type Fence, documentFence, previousFence, relatedFence, renderText } from '../rendering/format-1';
import { layOut, layOutRelated } from '../rendering/layout';
import { selectFields } from '../selection/selection';
import { NotFormat1, parseLines } from './parse-lines';
import type { ParsedLines } from './parse-lines';

/** What a context shows, as the inputs of a compile. */
export interface ParsedContext {
  document: JudgedDocument;
  /** Absent when the text has no such section. */
  related?: Record<string, RelatedDocuments>;
  previous?: JsonObject;
  /** Paths of texts of several lines, which can be printed again but not cut as their originals. */
  blocks: string[];
}

const roots = ['id', 'created_at', 'updated_at', 'attributes', 'state', 'images'];
const relatedRoots = roots.slice(0, -1);
const fences = { document: documentFence, related: relatedFence, previous: previousFence };

/**
 * Reads a context in format 1 back into the documents that it shows.
 * @param images ids of the images that the text names `img-0`, `img-1`, ..
 * @returns undefined unless the result, printed again, gives the text byte for byte
 */
export function parseContext(text: string, images: readonly string[]): ParsedContext | undefined {
  try {
    const sections = sectionsOf(text.split('\n'));
    return print(sections) === text ? toContext(sections, images) : undefined;
  } catch (thrown) {
    if (thrown instanceof NotFormat1) return undefined;
    throw thrown;
  }
}

interface Sections {
  document: ParsedLines;
  related?: ParsedLines;
  previous?: ParsedLines;
}

function sectionsOf(lines: readonly string[]): Sections {
  let at = 0;
  const next = (name: keyof typeof fences): ParsedLines | undefined => {
    const { opening, closing }: Fence = fences[name];
    if (lines[at] !== opening) return undefined;
    // No value can print this line, because the marks of a fence are escaped in values.
    const end = lines.indexOf(closing, at);
    if (end < 0) throw new NotFormat1('a fence is open');
    const inside = lines.slice(at + 1, end);
    at = end + 1;
    return parseLines(inside, name === 'document' ? [] : [name]);
  };
  const [document, related, previous] = [next('document'), next('related'), next('previous')];
  if (document === undefined || at < lines.length) throw new NotFormat1('no section of the document, or more lines');
  return { document, ...(related && { related }), ...(previous && { previous }) };
}

function print({ document, related, previous }: Sections): string {
  const own = layOut(selectFields(document.value, known(document.value, roots)));
  const sections = [{ fence: documentFence, layout: own }];
  if (related) {
    const relations = Object.fromEntries(Object.keys(related.value).map((name) => [name, { fields: relatedRoots }]));
    const { selected } = selectRelated(relations, toRelated(related.value));
    sections.push({ fence: relatedFence, layout: layOutRelated(selected) });
  }
  if (previous) {
    const selected = selectFields(previous.value, known(previous.value, relatedRoots), ['previous']);
    sections.push({ fence: previousFence, layout: layOut(selected) });
  }
  return renderText(
    sections.map(({ fence, layout }) => ({ fence, lines: layout.entries.flatMap(({ lines }) => lines) })),
  );
}

function known(document: JsonObject, members: readonly string[]): string[] {
  const names = Object.keys(document);
  if (names.every((name) => members.includes(name))) return names;
  throw new NotFormat1('a member that no document has');
}

function toRelated(section: JsonObject): Record<string, RelatedDocuments> {
  const lists = Object.entries(section).map(([name, items]): [string, RelatedDocuments] => {
    if (!Array.isArray(items) || !items.every(isRelated)) throw new NotFormat1('no list of documents');
    return [name, { items, more: false }];
  });
  return Object.fromEntries(lists);
}

/** An item has only the members that are shown; no other is read from it. */
function isRelated(item: unknown): item is RelatedDocument {
  if (!isObject(item)) return false;
  return Object.keys(item).every((name) => name === 'answers' || relatedRoots.includes(name));
}

function toContext(sections: Sections, images: readonly string[]): ParsedContext | undefined {
  const { document, related, previous } = sections;
  const ids = imageIds(document.value.images ?? {}, images);
  if (ids === undefined) return undefined;
  const hidden = { id: '', created_at: '', updated_at: '', attributes: {}, state: {} };
  return {
    document: { ...hidden, ...document.value, images: ids },
    ...(related && { related: toRelated(related.value) }),
    ...(previous && { previous: previous.value }),
    blocks: [document, related, previous].flatMap((section) => section?.blocks ?? []),
  };
}

/** The ids of images by name; undefined when the text does not number its names in order, one for each id. */
function imageIds(named: unknown, ids: readonly string[]): Record<string, string> | undefined {
  if (!isObject(named)) return undefined;
  const names = Object.keys(named).sort();
  const isNumbered = names.every((name, place) => named[name] === `img-${place}`);
  if (!isNumbered || names.length !== ids.length) return undefined;
  return Object.fromEntries(names.map((name, place) => [name, ids[place]]));
}
