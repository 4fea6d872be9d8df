import type { SegmentKind } from '@app/contracts/calibration';

export type Scalar = string | number | boolean;

/** The value of an attribute that a label kept, or why it has none. */
export type KeptValue = { kind: 'value'; value: Scalar } | { kind: 'none' | 'not_kept' };

/** How labels are divided by the value of an attribute. */
export interface Division {
  /** The segment of each label. */
  segments: Uint32Array;
  /** What the segments stand for, in order. */
  names: { kind: SegmentKind; value: Scalar | null }[];
  /** Values that labels have. */
  distinct: number;
}

/** Values that have a segment of their own; the others share one. */
const mostValues = 20;

/**
 * Divides labels by the value that each kept: the twenty values of most labels, then `other`, `none` and `not_kept` where labels
 * are such. Values of equally many labels are in the order of their texts, so that a report is always the same.
 */
export function divide(values: readonly KeptValue[]): Division {
  const counts = new Map<string, number>();
  const keys = values.map((one) => (one.kind === 'value' ? JSON.stringify(one.value) : null));
  for (const key of keys) if (key !== null) counts.set(key, (counts.get(key) ?? 0) + 1);
  const most = [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1)).slice(0, mostValues);
  const own = new Set(most.map(([key]) => key));
  const kinds = values.map((one, label) =>
    one.kind === 'value' && !own.has(keys[label] ?? '') ? ('other' as const) : one.kind,
  );
  const others = (['other', 'none', 'not_kept'] as const).filter((kind) => kinds.includes(kind));
  const names = [
    ...most.map(([key]) => ({ kind: 'value' as const, value: JSON.parse(key) as Scalar })),
    ...others.map((kind) => ({ kind, value: null })),
  ];
  const places = new Map([...most.map(([key]) => key), ...others].map((name, place) => [name as string, place]));
  const segments = Uint32Array.from(kinds, (kind, label) => {
    const name = kind === 'value' ? (keys[label] ?? '') : kind;
    return places.get(name) ?? 0;
  });
  return { segments, names, distinct: counts.size };
}
