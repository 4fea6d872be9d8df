// Bundles the dashboard: node clients/dashboard/build.mjs <folder> [--quick]. It leaves assets whose names hold a hash of
// their content, with their compressed forms, and a manifest from which the gateway serves them. A budget that is passed
// fails. --quick compresses by brotli less well, in a fifth of the time: for a browser on this machine.
import { build } from 'esbuild';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { ownFiles } from './own-files.mjs';

/** Bytes compressed by gzip: of what the first page needs, and of everything. */
const budgets = { first: 230 * 1024, all: 1536 * 1024 };

const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, '../..');
const [given, option] = process.argv.slice(2);
if (!given || given.startsWith('-') || (option !== undefined && option !== '--quick')) {
  console.error(
    'Name the folder of the build, which is emptied first: node clients/dashboard/build.mjs <folder> [--quick]',
  );
  process.exit(1);
}
const folder = resolve(given);
const { compilerOptions } = JSON.parse(readFileSync(join(root, 'tsconfig.base.json'), 'utf8'));
const alias = Object.fromEntries(
  Object.entries(compilerOptions.paths).map(([name, [file]]) => [name, join(root, file)]),
);

rmSync(folder, { recursive: true, force: true });
mkdirSync(join(folder, 'assets'), { recursive: true });
const { metafile } = await build({
  entryPoints: { main: join(here, 'src/main.tsx') },
  outdir: join(folder, 'assets'),
  entryNames: '[name].[hash]',
  chunkNames: '[name].[hash]',
  tsconfig: join(here, 'tsconfig.json'),
  bundle: true,
  splitting: true,
  minify: true,
  format: 'esm',
  target: ['chrome111', 'firefox114', 'safari16.4'],
  define: { 'process.env.NODE_ENV': '"production"' },
  alias,
  plugins: [ownFiles],
  metafile: true,
  logLevel: 'warning',
});

const used = new Set(
  Object.values(metafile.outputs)
    .flatMap(({ inputs }) => Object.entries(inputs))
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .map(([path]) => path),
);
const styled = (name) => [...used].some((path) => path.endsWith(`@mantine/core/styles/${name}.css`));
const unstyled = [...used]
  .map((path) => /@mantine\/core\/esm\/components\/(\w+)\//.exec(path)?.[1])
  .filter((name) => existsSync(join(root, `node_modules/@mantine/core/styles/${name}.css`)) && !styled(name));
if (unstyled.length > 0) {
  console.error(`Import the styles of ${[...new Set(unstyled)].join(', ')} in src/shell/component-styles.ts.`);
  process.exit(1);
}

const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: option === '--quick' ? 5 : 11 } };
const sizes = new Map();
for (const path of Object.keys(metafile.outputs)) {
  const file = resolve(path);
  const bytes = readFileSync(file);
  sizes.set(path, writePacked(file, bytes));
}

// Tabs of browsers show the mark.
const mark = readFileSync(join(here, 'src/mark/mark.svg'));
const icon = `mark.${createHash('sha256').update(mark).digest('hex').slice(0, 8).toUpperCase()}.svg`;
writePacked(join(folder, 'assets', icon), mark);

// Pages that come later are entry points, too.
const entry = Object.keys(metafile.outputs).find((path) => /main\.tsx$/.test(metafile.outputs[path].entryPoint ?? ''));
const style = metafile.outputs[entry].cssBundle;
const first = new Set(style ? [style] : []);
const visit = (path) => {
  if (first.has(path)) return;
  first.add(path);
  for (const { path: imported, kind } of metafile.outputs[path].imports) {
    if (kind === 'import-statement') visit(imported);
  }
};
visit(entry);
const sum = (paths) => [...paths].reduce((total, path) => total + sizes.get(path), 0);
const [firstBytes, allBytes] = [sum(first), sum(sizes.keys())];
const inKiB = (bytes) => `${(bytes / 1024).toFixed(1)} KiB`;
console.log(`dashboard: first load ${inKiB(firstBytes)}, all ${inKiB(allBytes)} (gzip)`);
if (firstBytes > budgets.first || allBytes > budgets.all) {
  console.error(
    `The budget is ${inKiB(budgets.first)} at first and ${inKiB(budgets.all)} in all: load more of it later.`,
  );
  process.exit(1);
}

/** Writes a file's compressed forms beside it. @returns bytes of the one by gzip */
function writePacked(file, bytes) {
  const gzip = gzipSync(bytes, { level: 9 });
  if (!existsSync(file)) writeFileSync(file, bytes);
  writeFileSync(`${file}.gz`, gzip);
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, brotli));
  return gzip.length;
}

const asset = (path) => `/app/assets/${basename(path)}`;
// All at once: a browser would find out part by part, one round trip after another, what the entry imports.
const parts = [...first].filter((path) => path.endsWith('.js') && path !== entry);
const preloads = parts.map((path) => `<link rel="modulepreload" nonce="{{nonce}}" href="${asset(path)}">`);
const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Judgment Service</title>
<link rel="icon" type="image/svg+xml" href="${asset(icon)}">
<link rel="stylesheet" href="${asset(style)}">
${preloads.join('\n')}
</head>
<body>
<div id="root"></div>
<noscript>The dashboard needs JavaScript. The API's pages are at /docs.</noscript>
<script type="module" nonce="{{nonce}}" src="${asset(entry)}"></script>
</body>
</html>
`;
// What the policy of the page refuses must not wait for a browser to be found: another host, and inline script or style.
const styles = [...sizes.keys()]
  .filter((path) => path.endsWith('.css'))
  .map((path) => readFileSync(resolve(path), 'utf8'));
const foreign =
  /@import|url\(\s*["']?(?!data:|#)[^)]*\)/.exec(styles.join('\n')) ??
  /https?:\/\/|<style|style=|<script(?![^>]* src=)/.exec(page);
if (foreign) {
  console.error(`The page would need what its policy refuses: ${foreign[0].slice(0, 80)}`);
  process.exit(1);
}
const assets = [...[...sizes.keys()].map((path) => basename(path)), icon];
// Last, and at once: a gateway may wait for it.
const manifest = join(folder, 'manifest.json');
writeFileSync(`${manifest}.new`, JSON.stringify({ page, assets }));
renameSync(`${manifest}.new`, manifest);
