import { buildSync } from 'esbuild';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';

it('a page reads files by the same lib: it needs nothing of Node, and is small', async () => {
  const { outputFiles } = buildSync({
    entryPoints: [join(__dirname, 'index.ts')],
    bundle: true,
    write: false,
    platform: 'browser',
    format: 'iife',
    globalName: 'fileReader',
    minify: true,
    target: 'es2022',
  });
  const [{ text: code = '' } = {}] = outputFiles;
  expect(code.length).toBeLessThan(30_000);
  // Globals that a page has as well; neither Buffer nor process.
  const page = { TextDecoder, TextEncoder, Uint8Array, TypeError, RangeError, file: new Blob(['id;n\n1;ü\n2;"\n']) };
  const read = `(async () => {
    const told = [await fileReader.readFileIdentity(file)];
    const reading = fileReader.readFile(file.stream(), { name: 'a.csv' });
    for await (const one of reading) told.push(one.kind === 'row' ? one.fields.n : one.reason);
    return JSON.stringify([...told, reading.summary.rows]);
  })()`;
  const told = (await runInNewContext(`${code};${read}`, page)) as string;
  expect(JSON.parse(told)).toEqual([expect.stringMatching(/^14-/), 'ü', 'open_quote', 1]);
});
