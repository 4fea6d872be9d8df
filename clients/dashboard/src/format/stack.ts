/** Amounts of one moment, from the bottom of the bar. */
export interface Bar {
  label: string;
  amounts: readonly number[];
  /** The sum as a person reads it. */
  words: string;
}

export interface StackRect {
  label: string;
  part: number;
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * Places the parts of bars in a picture whose top is the largest sum, or the line where that is larger.
 * @param line an amount; the picture is never more than four times as high as the bars for its sake
 */
export function stackOf(
  bars: readonly Bar[],
  { width, height, line }: { width: number; height: number; line?: number },
): { rects: StackRect[]; lineY: number | null; most: string } {
  const sums = bars.map(({ amounts }) => amounts.reduce((sum, amount) => sum + amount, 0));
  const largest = Math.max(0, ...sums);
  const isLineSeen = line !== undefined && line <= 4 * largest;
  const top = Math.max(largest, isLineSeen ? line : 0) || 1;
  const step = width / Math.max(1, bars.length);
  const rects = bars.flatMap(({ label, amounts, words }, at) => {
    let below = 0;
    return amounts.flatMap((amount, part): StackRect[] => {
      below += amount;
      if (amount <= 0) return [];
      const x = at * step + step * 0.1;
      const y = height * (1 - below / top);
      return [{ label: `${label}, ${words}`, part, x, y, width: step * 0.8, height: (height * amount) / top }];
    });
  });
  const most = bars[sums.indexOf(largest)]?.words ?? '0';
  return { rects, lineY: isLineSeen ? height * (1 - line / top) : null, most };
}
