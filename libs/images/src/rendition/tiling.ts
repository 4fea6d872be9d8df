export interface Size {
  width: number;
  height: number;
}

/** How an engine counts a picture, and what it takes. Pixels. */
export interface Tiling {
  /** Side of a tile; a started tile counts. */
  side: number;
  /** Most tiles of a picture. */
  maxTiles: number;
  leastSide: number;
  maxSide: number;
}

/** The size that a picture is scaled to, and the canvas that it stands on where it is too narrow by itself. */
export interface Fitted {
  inner: Size;
  canvas: Size;
}

const step = 0.98;

/** Tiles of a picture of that size. */
export function tilesOf({ width, height }: Size, side: number): number {
  return Math.ceil(width / side) * Math.ceil(height / side);
}

/**
 * The size in which a picture is sent: as large as it is, within the tiles; enlarged only as far as the engine's least
 * side asks; the proportions kept, and room added around a picture that is too narrow for that.
 * @returns a canvas of at most `most` tiles, with sides within the tiling's
 */
export function sizeFor({ width, height }: Size, tiling: Tiling): Fitted {
  const { side, maxTiles, leastSide, maxSide } = tiling;
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  let factor = Math.min(1, maxSide / long, Math.sqrt((maxTiles * side * side) / (width * height)));
  if (short * factor < leastSide) {
    // The narrowest canvas may be this long.
    const longest = Math.min(maxSide, Math.floor(maxTiles / Math.ceil(leastSide / side)) * side);
    factor = Math.min(leastSide / short, longest / long);
  }
  for (;;) {
    const inner = { width: scaled(width, factor), height: scaled(height, factor) };
    const canvas = { width: Math.max(inner.width, leastSide), height: Math.max(inner.height, leastSide) };
    const isWithin = Math.max(canvas.width, canvas.height) <= maxSide && tilesOf(canvas, side) <= maxTiles;
    if (isWithin) return { inner, canvas };
    factor *= step;
  }
}

function scaled(pixels: number, factor: number): number {
  return Math.max(1, Math.round(pixels * factor));
}
