// npm run judgment -- ...: bundles the sources of clients/cli, which takes a moment, and runs them. Without a profile they
// use the service that runs from this checkout.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { install, root } from '../tools/build/setup.mjs';

const folder = process.cwd();
await install();
process.chdir(folder);
const { bundle } = await import('../../clients/cli/build.mjs');
const out = join(root, 'dist/clients/cli');
await bundle(out);
process.env.JUDGMENT_STATE_DIR ??= process.env.STATE_DIR ?? join(root, '.state');
const main = join(out, 'judgment.cjs');
process.argv[1] = main;
createRequire(import.meta.url)(main);
