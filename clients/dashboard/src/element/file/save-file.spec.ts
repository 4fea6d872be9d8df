import { fileOf } from './save-file';

const bytesOf = async (blob: Blob) => [...new Uint8Array(await blob.arrayBuffer())];

it('a table begins with a byte order mark, lines of JSON do not [DASH-06]', async () => {
  expect(await bytesOf(fileOf('csv', 'ö'))).toEqual([0xef, 0xbb, 0xbf, 0xc3, 0xb6]);
  expect(await bytesOf(fileOf('jsonl', '{}'))).toEqual([0x7b, 0x7d]);
  expect([fileOf('csv', '').type, fileOf('json', '').type]).toEqual([
    'text/csv;charset=utf-8',
    'application/json;charset=utf-8',
  ]);
});
