import sharp from 'sharp';
import { inspectImage } from './inspect';
import { maxPixels } from './library';

const image = (width = 40, height = 30) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 40, b: 10 } } });
const refusal = (bytes: Buffer): Promise<unknown> => inspectImage(bytes).catch((error: unknown) => error);

describe('inspectImage', () => {
  it.each([
    ['image/png', () => image().png()],
    ['image/jpeg', () => image().jpeg()],
    ['image/webp', () => image().webp()],
    ['image/gif', () => image().gif()],
  ])('recognises %s by its bytes', async (mediaType, make) => {
    expect(await inspectImage(await make().toBuffer())).toEqual({ mediaType, width: 40, height: 30 });
  });

  it('reads the first frame of an animation, and follows an orientation', async () => {
    const frames = await image(20, 60).gif().toBuffer();
    const animated = await sharp(frames)
      .gif({ loop: 0, delay: [100] })
      .toBuffer();
    expect(await inspectImage(animated)).toMatchObject({ width: 20, height: 60 });
    const turned = await image().withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect(await inspectImage(turned)).toMatchObject({ width: 30, height: 40 });
  });

  it.each([
    ['text', () => Buffer.from('not a picture')],
    ['nothing', () => Buffer.alloc(0)],
    ['SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['TIFF', () => image().tiff().toBuffer()],
    ['a signature alone', () => Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
    ['another type after a signature', () => Buffer.from('GIF89a<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ])('refuses %s', async (_name, make) => {
    expect(await refusal(await make())).toMatchObject({ code: 'invalid_image' });
  });

  it.each(['png', 'jpeg', 'webp', 'gif'] as const)('refuses half of a %s', async (format) => {
    const noise = Buffer.from(Array.from({ length: 200 * 200 * 3 }, (_, i) => (i * 7919) % 251));
    const grid = sharp(noise, { raw: { width: 200, height: 200, channels: 3 } });
    const whole = await grid.toFormat(format).toBuffer();
    expect(await refusal(whole.subarray(0, whole.length / 2))).toMatchObject({ code: 'invalid_image' });
  });

  it('refuses a small file with too many pixels by its header', async () => {
    const side = Math.ceil(Math.sqrt(maxPixels)) + 1;
    const bomb = await image(side, side).png({ compressionLevel: 9, palette: true }).toBuffer();
    expect(bomb.length).toBeLessThan(1024 * 1024);
    expect(await refusal(bomb)).toMatchObject({ code: 'too_large', details: { limit: maxPixels } });
  });
});
