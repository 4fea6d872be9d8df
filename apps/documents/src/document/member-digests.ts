import { canonicalJson } from '@app/definition';
import type { Json } from '@app/definition';
import type { JsonObject } from '@app/json';
import { hash } from 'node:crypto';

/** With more members one digest stands for all of them. */
const maxMembers = 64;
/** Hex of the first byte; a digest of the whole state has none, and no digest of members has its 16 bytes. */
const form = '01';
const tagCharacters = 4;
/** Half of SHA-256: 128 bits, which no sender can make collide. */
const digestCharacters = 32;
const entryCharacters = tagCharacters + digestCharacters;

/** A state as text, and its digests. */
export interface DigestedState {
  /** JSON text. */
  text: string;
  /**
   * In hex. Of up to 64 members: the byte 1, and for each member in order of their names 2 bytes that follow from its name
   * and 16 of its name and value. Of more: 16 bytes of the whole state. Equal states have equal digests, in whatever order
   * their members are.
   */
  digest: string;
  /** Names of the members in the order of the digests; null where one digest stands for all. */
  names: readonly string[] | null;
}

export function digested(state: JsonObject): DigestedState {
  const names = Object.keys(state);
  if (names.length > maxMembers) return { text: JSON.stringify(state), digest: wholeDigest(state), names: null };
  const texts = names.map((name) => memberText(name, JSON.stringify(state[name])));
  const entries = names.map((name, index) => entryOf(name, state[name], texts[index]));
  const text = `{${texts.join(',')}}`;
  if (isAscending(names)) return { text, digest: form + entries.join(''), names };
  const order = names.map((_, index) => index).sort((a, b) => (names[a] < names[b] ? -1 : 1));
  const sorted = order.map((index) => entries[index]).join('');
  return { text, digest: form + sorted, names: order.map((index) => names[index]) };
}

/** Digest of the whole state, 16 bytes in hex: what stands for a state of many members, and stood for each in builds before. */
export function wholeDigest(state: JsonObject): string {
  return digestOf(isSorted(state) ? JSON.stringify(state) : canonicalJson(state as Json));
}

/** Whether digests stand for the members of a state, each for one. */
export function isOfMembers(digest: string): boolean {
  return digest.length !== digestCharacters;
}

/** The digests of a state's members: of each what follows from its name, and both together. */
export function entriesOf(digest: string): { tag: string; entry: string }[] {
  const entries: { tag: string; entry: string }[] = [];
  for (let at = form.length; at < digest.length; at += entryCharacters) {
    entries.push({ tag: digest.slice(at, at + tagCharacters), entry: digest.slice(at, at + entryCharacters) });
  }
  return entries;
}

/** The digest of one member, as `entriesOf` gives it; undefined when the state has no such member. */
export function memberEntry(state: JsonObject, { digest, names }: DigestedState, name: string): string | undefined {
  if (names === null) {
    if (!Object.hasOwn(state, name)) return undefined;
    return entryOf(name, state[name], memberText(name, JSON.stringify(state[name])));
  }
  const index = names.indexOf(name);
  if (index === -1) return undefined;
  const at = form.length + index * entryCharacters;
  return digest.slice(at, at + entryCharacters);
}

/** What stands for a name: 2 bytes in hex. Names that share them still differ in the digests, which hold the names. */
export function tagOf(name: string): string {
  // FNV-1a over UTF-16 units, folded: it is quick. A sender who makes two names share a tag has more of its documents judged.
  let sum = 0x811c9dc5;
  for (let at = 0; at < name.length; at++) sum = Math.imul(sum ^ name.charCodeAt(at), 0x01000193);
  return (0x10000 | ((sum ^ (sum >>> 16)) & 0xffff)).toString(16).slice(1);
}

function memberText(name: string, valueText: string): string {
  return `${JSON.stringify(name)}:${valueText}`;
}

/** @param text of the member with its value as it is; it is canonical when the members of the value are sorted */
function entryOf(name: string, value: unknown, text: string): string {
  return tagOf(name) + digestOf(isSorted(value) ? text : memberText(name, canonicalJson(value as Json)));
}

function digestOf(canonical: string): string {
  return hash('sha256', canonical, 'hex').slice(0, digestCharacters);
}

/** Whether members stand in the order of the canonical text at every depth, so that the text is canonical as it is. */
function isSorted(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(isSorted);
  const names = Object.keys(value);
  return isAscending(names) && names.every((name) => isSorted((value as Record<string, unknown>)[name]));
}

function isAscending(names: readonly string[]): boolean {
  return names.every((name, index) => index === 0 || names[index - 1] < name);
}
