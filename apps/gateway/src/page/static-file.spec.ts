import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { formFor, hashedFile, packedForms, staticFile } from './static-file';

describe('a file of a page', () => {
  const file = staticFile('main.A.js', Buffer.from('plain'), { br: Buffer.from('br'), gzip: Buffer.from('gzip') });

  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip;q=0.5', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.000', null],
    ['identity', null],
    [undefined, null],
  ])('for Accept-Encoding %s has the coding %s', (accepted, coding) => {
    const form = formFor(file, accepted);
    expect([form.coding, form.bytes.toString()]).toEqual([coding, coding ?? 'plain']);
  });

  it('is packed once, in each form that is asked for', () => {
    const bytes = Buffer.from('plain');
    const forms = { bytes, coded: packedForms(bytes) };
    const [br, gzip] = ['br', 'gzip'].map((accepted) => formFor(forms, accepted).bytes);
    expect([brotliDecompressSync(br), gunzipSync(gzip)]).toEqual([bytes, bytes]);
    expect(formFor(forms, 'br').bytes).toBe(br);
    expect(formFor(forms, 'gzip').bytes).toBe(gzip);
  });

  it('has a media type by its name, and its hash in it', () => {
    expect(file.mediaType).toMatch(/^text\/javascript/);
    expect(hashedFile('mark.png', 'a').mediaType).toBe('image/png');
    expect(hashedFile('page.css', 'a').name).toMatch(/^page\.[0-9a-f]{16}\.css$/);
    expect(hashedFile('page.css', 'a').name).not.toBe(hashedFile('page.css', 'b').name);
    expect(formFor(hashedFile('page.css', 'a'), 'br, gzip').coding).toBe('gzip');
    expect(() => staticFile('main.exe', Buffer.alloc(0), {})).toThrow('unknown kind');
  });
});
