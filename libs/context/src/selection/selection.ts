import { durationMs, instantOf } from '@app/definition';
import { parseSteps, printPath } from '../path/field-path';
import type { JudgedDocument, Recipe, WindowRule } from '../recipe/recipe';
import { type ArrayRule, type Projection, projectionOf } from './projection';

/** The selected part of a document: keys are sorted, and arrays hold only the items that the recipe keeps. */
export type Selected =
  | { kind: 'value'; path: string; value: string | number | boolean | null }
  | { kind: 'members'; path: string; members: [key: string, value: Selected][] }
  | { kind: 'items'; path: string; items: Selected[] };

export interface Selection {
  document: Selected;
  /** Newest time of an item that a window kept, in milliseconds since 1970; absent when no window kept one. */
  latestAtMs?: number;
}

/**
 * Selects the part of a document that a recipe names.
 * @param nowMs the time of judging, from which windows look back
 */
export function select(document: JudgedDocument, recipe: Recipe, nowMs: number): Selection {
  const { selected, rules } = projectionOf(recipe);
  const reader = new Reader(nowMs);
  const members = reader.read({ ...document }, selected, rules, []);
  return { document: members ?? { kind: 'members', path: '', members: [] }, latestAtMs: reader.latestAtMs };
}

/** Selects fields whole. @param section the first step of every path, which names the section in cuts */
export function selectFields(source: object, fields: readonly string[], section: string[] = []): Selected {
  const read = new Reader(0).read({ ...source }, projectionOf({ fields }).selected, undefined, section);
  return read ?? { kind: 'members', path: printPath(section), members: [] };
}

/** How many items of an array a window keeps. @param nowMs the time of judging */
export function countWithin(items: readonly unknown[], { at, within }: WindowRule, nowMs: number): number {
  const window = { at: parseSteps(at, ''), withinMs: durationMs(within) ?? 0 };
  return new Reader(nowMs).limit(items, { window }).length;
}

class Reader {
  latestAtMs?: number;

  constructor(private readonly nowMs: number) {}

  /** Undefined when nothing is selected. A path reads each element of an array; the array adds no step. */
  read(value: unknown, selected: Projection, rules: Projection | undefined, steps: string[]): Selected | undefined {
    if (Array.isArray(value)) {
      const items = this.limit(value, rules?.rule).flatMap((item) => this.read(item, selected, rules, steps) ?? []);
      return selected.whole || items.length > 0 ? { kind: 'items', path: printPath(steps), items } : undefined;
    }
    if (typeof value === 'object' && value !== null) {
      const record = value as Record<string, unknown>;
      const keys = selected.whole ? Object.keys(record) : [...selected.children.keys()];
      const present = keys.filter((key) => Object.hasOwn(record, key) && record[key] !== undefined).sort();
      const members = present.flatMap((key): [string, Selected][] => {
        const child = selected.whole ? selected : (selected.children.get(key) as Projection);
        const read = this.read(record[key], child, rules?.children.get(key), [...steps, key]);
        return read ? [[key, read]] : [];
      });
      return selected.whole || members.length > 0 ? { kind: 'members', path: printPath(steps), members } : undefined;
    }
    return selected.whole
      ? { kind: 'value', path: printPath(steps), value: value as string | number | boolean | null }
      : undefined;
  }

  limit(items: readonly unknown[], rule: ArrayRule | undefined): readonly unknown[] {
    const window = rule?.window;
    const inWindow = window ? items.filter((item) => this.isWithin(item, window)) : items;
    return rule?.lastN === undefined ? inWindow : inWindow.slice(Math.max(0, inWindow.length - rule.lastN));
  }

  /** An item without a valid time is outside every window. */
  private isWithin(item: unknown, window: NonNullable<ArrayRule['window']>): boolean {
    const at = window.at.reduce<unknown>(
      (value, key) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, key)
          ? (value as Record<string, unknown>)[key]
          : undefined,
      item,
    );
    const instant = typeof at === 'string' ? instantOf(at) : undefined;
    const atMs = instant === undefined ? NaN : Date.parse(instant);
    if (!(atMs <= this.nowMs && atMs >= this.nowMs - window.withinMs)) return false;
    this.latestAtMs = Math.max(this.latestAtMs ?? atMs, atMs);
    return true;
  }
}
