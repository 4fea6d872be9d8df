export interface Size {
  width: number;
  height: number;
}

/** How an engine counts the tokens of an image, and which sizes it takes. Sides are in pixels. */
export interface Tiling {
  /** Side of a tile. A tile counts when the image covers any of it. */
  side: number;
  /** Tiles of an image at most. */
  maxTiles: number;
  minSide: number;
  maxSide: number;
}

/** The size to which an image is scaled, and the canvas around it when it is too narrow by itself. */
export interface Fitted {
  inner: Size;
  canvas: Size;
}

/** Each try is smaller by this factor. */
const step = 0.98;

/** Tiles of an image of this size. */
export function tilesOf({ width, height }: Size, side: number): number {
  return Math.ceil(width / side) * Math.ceil(height / side);
}

/**
 * The size in which an image is sent. It keeps its size as far as the tiles allow, and its proportions. It is enlarged
 * only to reach the engine's minimum side; an image that is still too narrow gets a wider canvas.
 * @returns a canvas of at most `maxTiles` tiles, with sides from `minSide` to `maxSide`
 */
export function sizeFor({ width, height }: Size, tiling: Tiling): Fitted {
  const { side, maxTiles, minSide, maxSide } = tiling;
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  let factor = Math.min(1, maxSide / long, Math.sqrt((maxTiles * side * side) / (width * height)));
  if (short * factor < minSide) {
    // The longest side of a canvas with the minimum width.
    const longest = Math.min(maxSide, Math.floor(maxTiles / Math.ceil(minSide / side)) * side);
    factor = Math.min(minSide / short, longest / long);
  }
  for (;;) {
    const inner = { width: scaled(width, factor), height: scaled(height, factor) };
    const canvas = { width: Math.max(inner.width, minSide), height: Math.max(inner.height, minSide) };
    const isWithin = Math.max(canvas.width, canvas.height) <= maxSide && tilesOf(canvas, side) <= maxTiles;
    if (isWithin) return { inner, canvas };
    factor *= step;
  }
}

function scaled(pixels: number, factor: number): number {
  return Math.max(1, Math.round(pixels * factor));
}
