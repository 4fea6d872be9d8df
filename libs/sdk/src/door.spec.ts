import { join } from 'node:path';
import { build } from 'esbuild';

/** What a door brings along, as a bundler for browsers sees it. */
async function reachedFrom(door: string): Promise<{ foreign: string[]; bytes: number }> {
  const { metafile, outputFiles } = await build({
    entryPoints: [join(__dirname, door)],
    absWorkingDir: __dirname,
    bundle: true,
    write: false,
    metafile: true,
    minify: true,
    platform: 'browser',
    format: 'esm',
    // Named instead of refused: the test says what is left.
    external: ['node:*'],
  });
  const packages = Object.keys(metafile.inputs).filter((file) => file.includes('node_modules'));
  // Imports that are left in the bundle; those of types alone are not.
  const left = Object.values(metafile.outputs).flatMap(({ imports }) => imports.map(({ path }) => path));
  const foreign = [...packages, ...left];
  return { foreign, bytes: outputFiles[0]?.contents.length ?? 0 };
}

it('the door of browsers reaches nothing of Node and no other package [SDK-08]', async () => {
  const { foreign, bytes } = await reachedFrom('client.ts');
  expect(foreign).toEqual([]);
  expect(bytes).toBeLessThan(40 * 1024);
});

it('the door of receivers reaches node:crypto alone [SDK-08]', async () => {
  const { foreign } = await reachedFrom('webhooks.ts');
  expect([...new Set(foreign)]).toEqual(['node:crypto']);
});
