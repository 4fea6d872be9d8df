/** Allowed distance of a number from the reference: `abs + rel * |reference|`. Other values must be equal. */
export interface Tolerance {
  abs: number;
  rel: number;
}

/** The first difference from the reference, as `path: got X, want Y`; undefined without a difference. */
export function difference(got: unknown, want: unknown, tolerance: Tolerance, path = ''): string | undefined {
  if (typeof want === 'number' && typeof got === 'number') {
    if (Math.abs(got - want) <= tolerance.abs + tolerance.rel * Math.abs(want)) return undefined;
  } else if (isObjectOrArray(want) && isObjectOrArray(got) && Array.isArray(want) === Array.isArray(got)) {
    const keys = new Set([...Object.keys(want), ...Object.keys(got)]);
    for (const key of keys) {
      const found = difference(got[key], want[key], tolerance, `${path}/${key}`);
      if (found) return found;
    }
    return undefined;
  } else if (Object.is(got, want)) {
    return undefined;
  }
  return `${path || '/'}: got ${JSON.stringify(got)}, want ${JSON.stringify(want)}`;
}

function isObjectOrArray(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
