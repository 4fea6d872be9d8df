/** A part of a document that a compiled context leaves out. `dropped` counts the units that the kind names. */
export interface Cut {
  path: string;
  /**
   * `related_items` related documents · `array_items` oldest items of an array · `text_tail` UTF-16 code units at the end of a text ·
   * `fields` values that still did not fit · `images` images that did not fit.
   */
  kind: 'related_items' | 'array_items' | 'text_tail' | 'fields' | 'images';
  dropped: number;
}

/** Sums cuts by path and kind, in the order of their first occurrence. */
export class CutList {
  private readonly cuts = new Map<string, Cut>();

  add(path: string, kind: Cut['kind'], dropped: number): void {
    if (dropped === 0) return;
    const key = `${kind} ${path}`;
    const known = this.cuts.get(key);
    if (known) known.dropped += dropped;
    else this.cuts.set(key, { path, kind, dropped });
  }

  toArray(): Cut[] {
    return [...this.cuts.values()];
  }
}
