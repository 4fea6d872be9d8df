/** The media types of images that documents stores (docs/contract.md#images). */
export const mediaTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const;
export type MediaType = (typeof mediaTypes)[number];

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const jpeg = Buffer.from([0xff, 0xd8, 0xff]);

/** The media type by the first bytes, whatever the sender claims; null for a type that is not stored. */
export function mediaTypeOf(bytes: Buffer): MediaType | null {
  if (bytes.subarray(0, png.length).equals(png)) return 'image/png';
  if (bytes.subarray(0, jpeg.length).equals(jpeg)) return 'image/jpeg';
  const start = bytes.toString('latin1', 0, 12);
  if (start.startsWith('RIFF') && start.endsWith('WEBP')) return 'image/webp';
  return start.startsWith('GIF87a') || start.startsWith('GIF89a') ? 'image/gif' : null;
}
