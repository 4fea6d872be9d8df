import { bulkhead } from 'cockatiel';
import sharp from 'sharp';

// libvips reads many more formats, some of which are programs. Only the loaders named here stay open.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadNsgifBuffer',
  ],
});
// One thread an image, since the process also serves requests; no cache, so that an erased image is gone.
sharp.concurrency(1);
sharp.cache(false);

/** Pixels that are decoded at most. An image whose header states more is refused. */
export const maxPixels = 40_000_000;
const maxOperationS = 10;
const maxConcurrent = 2;
const bound = bulkhead(maxConcurrent, Number.MAX_SAFE_INTEGER);

/**
 * Works on an image outside of the event loop, on at most two images at once.
 * @param work builds libvips' pipeline from the opened image: its first frame, read row by row
 */
export function withImage<T>(bytes: Buffer, work: (image: sharp.Sharp) => Promise<T>): Promise<T> {
  return bound.execute(() =>
    work(
      sharp(bytes, { failOn: 'truncated', limitInputPixels: maxPixels, sequentialRead: true, pages: 1 }).timeout({
        seconds: maxOperationS,
      }),
    ),
  );
}
