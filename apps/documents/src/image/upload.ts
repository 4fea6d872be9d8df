import { maxImageBytes } from '@app/contracts/documents';
import { Problem } from '@app/problem';

const path = '/data';
/** A pattern of the whole text would keep a place to go back to for each of millions of characters, and run out of stack. */
const notBase64 = /[^A-Za-z0-9+/]/;

function isBase64(data: string): boolean {
  if (data.length === 0 || data.length % 4 !== 0) return false;
  const padding = data.endsWith('==') ? 2 : data.endsWith('=') ? 1 : 0;
  return !notBase64.test(data.slice(0, data.length - padding));
}

/**
 * The bytes of an uploaded image.
 * @throws Problem `invalid_image` for text that is not base64, `too_large` past 5 MiB
 */
export function bytesOf(data: string): Buffer {
  // Four characters are three bytes, so the length alone tells a text that is too large to decode.
  if (data.length > Math.ceil(maxImageBytes / 3) * 4) throw tooLarge();
  if (!isBase64(data)) {
    throw new Problem('invalid_image', '`data` is not base64; send the image in base64 with its padding.', {
      path,
      reason: 'bad_encoding',
    });
  }
  const bytes = Buffer.from(data, 'base64');
  if (bytes.length > maxImageBytes) throw tooLarge();
  return bytes;
}

function tooLarge(): Problem {
  return new Problem('too_large', `An image has at most ${maxImageBytes} bytes; send a smaller one.`, {
    reason: 'images',
    path,
    limit: maxImageBytes,
  });
}
