/** A probability or share in [0, 1] with three digits; a dash without one. */
export function shareText(share: number | null | undefined): string {
  return typeof share === 'number' ? share.toFixed(3) : '–';
}

/** A share in [0, 1] as a percentage with one digit. */
export function percentText(share: number | null | undefined): string {
  return typeof share === 'number' ? `${(share * 100).toFixed(1)} %` : '–';
}

/** US dollars: cents, or four digits below a dollar. */
export function usdText(usd: number | null | undefined): string {
  if (typeof usd !== 'number') return '–';
  return `$${usd !== 0 && Math.abs(usd) < 1 ? usd.toFixed(4) : usd.toFixed(2)}`;
}

/** A whole number with separators. */
export function countText(count: number | null | undefined): string {
  return typeof count === 'number' ? count.toLocaleString('en-GB', { maximumFractionDigits: 2 }) : '–';
}

/**
 * A count with its noun, such as `1 label`, `1,204 labels` or `2 deliveries`; a dash with the plural while it is not known.
 * @param noun in the singular
 */
export function countedText(count: number | null | undefined, noun: string): string {
  const text = countText(count);
  return `${text} ${text === '1' ? noun : pluralOf(noun)}`;
}

/** The regular plural. */
function pluralOf(noun: string): string {
  return /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}

/** Bytes in the largest binary unit that keeps the number at 1 or more. */
export function bytesText(bytes: number): string {
  const names = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'];
  const step = bytes < 1 ? 0 : Math.min(names.length - 1, Math.floor(Math.log2(bytes) / 10));
  return `${(bytes / 1024 ** step).toFixed(step === 0 ? 0 : 1)} ${names[step]}`;
}

/** A share with its interval, all in percent, such as `23.0 % (18.1 % to 28.9 %)`. */
export function percentWithin(
  share: number | null | undefined,
  interval: readonly unknown[] | null | undefined,
): string {
  const [low, high] = interval ?? [];
  const isKnown = typeof low === 'number' && typeof high === 'number';
  return `${percentText(share)}${isKnown ? ` (${percentText(low)} to ${percentText(high)})` : ''}`;
}

/** An interval such as `0.412 to 0.630`; empty without one. */
export function intervalText(interval: readonly unknown[] | null | undefined): string {
  const [low, high] = interval ?? [];
  return typeof low === 'number' && typeof high === 'number' ? `${low.toFixed(3)} to ${high.toFixed(3)}` : '';
}
