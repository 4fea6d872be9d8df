import fc from 'fast-check';
import sharp from 'sharp';
import { renderImage } from './render';
import { Tiling, sizeFor, tilesOf } from './tiling';

const squares: Tiling = { side: 28, maxTiles: 256, minSide: 280, maxSide: 1_568 };
const tiles: Tiling = { side: 32, maxTiles: 412, minSide: 1, maxSide: 1_568 };
const image = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 10, g: 200, b: 30, alpha: 0.5 } } });

describe('sizeFor', () => {
  it('stays within the tiles and the sides, and keeps the proportions', () => {
    const side = fc.integer({ min: 1, max: 8_000 });
    fc.assert(
      fc.property(side, side, fc.constantFrom(squares, tiles), (width, height, tiling) => {
        const { inner, canvas } = sizeFor({ width, height }, tiling);
        expect(tilesOf(canvas, tiling.side)).toBeLessThanOrEqual(tiling.maxTiles);
        expect(Math.max(canvas.width, canvas.height)).toBeLessThanOrEqual(tiling.maxSide);
        expect(Math.min(canvas.width, canvas.height)).toBeGreaterThanOrEqual(tiling.minSide);
        expect(inner.width <= canvas.width && inner.height <= canvas.height).toBe(true);
        // By the longer side, whose rounding matters least. A side is a whole number of pixels, at least one.
        const factor = width > height ? inner.width / width : inner.height / height;
        expect(Math.abs(inner.width - width * factor)).toBeLessThanOrEqual(1.5);
        expect(Math.abs(inner.height - height * factor)).toBeLessThanOrEqual(1.5);
      }),
      { numRuns: 500 },
    );
  });

  it('changes no image that fits', () => {
    const size = { width: 400, height: 300 };
    expect(sizeFor(size, squares)).toEqual({ inner: size, canvas: size });
    expect(sizeFor({ width: 4, height: 3 }, tiles).canvas).toEqual({ width: 4, height: 3 });
  });

  it('uses nearly all tiles for a large square', () => {
    expect(tilesOf(sizeFor({ width: 4_000, height: 4_000 }, squares).canvas, 28)).toBe(256);
    expect(tilesOf(sizeFor({ width: 4_000, height: 3_000 }, tiles).canvas, 32)).toBeGreaterThan(360);
  });
});

describe('renderImage', () => {
  it('enlarges an image that is too small, and extends one that is too narrow', async () => {
    const small = await renderImage(await image(8, 8).png().toBuffer(), squares);
    expect(small).toMatchObject({ format: 'png', width: 280, height: 280 });
    const narrow = await renderImage(await image(2_000, 20).png().toBuffer(), squares);
    expect(narrow).toMatchObject({ width: 700, height: 280 });
    expect(await sharp(narrow.bytes).metadata()).toMatchObject({ format: 'png', width: 700, height: 280 });
  });

  it('writes JPEG as JPEG and other types as PNG: one frame, upright, opaque, without metadata', async () => {
    const exif = { IFD0: { Copyright: 'somebody' } };
    const photo = await image(600, 300).withExif(exif).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const sent = await sharp((await renderImage(photo, tiles)).bytes).metadata();
    expect(sent).toMatchObject({ format: 'jpeg', width: 300, height: 600 });
    expect([sent.exif, sent.icc, sent.orientation]).toEqual([undefined, undefined, undefined]);
    for (const format of ['webp', 'gif'] as const) {
      const { bytes } = await renderImage(await image(50, 40)[format]().toBuffer(), tiles);
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 50, height: 40, hasAlpha: false });
    }
  });
});
