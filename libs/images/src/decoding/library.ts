import { bulkhead } from 'cockatiel';
import sharp from 'sharp';

// libvips reads far more than pictures of the web, some of it programs: whatever is not named here cannot be opened.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadNsgifBuffer',
  ],
});
// One thread a picture and nothing kept: the process serves requests beside, and erased pictures are gone.
sharp.concurrency(1);
sharp.cache(false);

/** Most pixels that are decoded; a header that says more is believed and refused. */
export const maxPixels = 40_000_000;
const longestS = 10;
const atOnce = 2;
const bound = bulkhead(atOnce, Number.MAX_SAFE_INTEGER);

/**
 * Works on a picture off the event loop, no more than two at once.
 * @param work builds libvips' pipeline from the opened picture: the first frame alone, read row by row
 */
export function withImage<T>(bytes: Buffer, work: (image: sharp.Sharp) => Promise<T>): Promise<T> {
  return bound.execute(() =>
    work(
      sharp(bytes, { failOn: 'truncated', limitInputPixels: maxPixels, sequentialRead: true, pages: 1 }).timeout({
        seconds: longestS,
      }),
    ),
  );
}
