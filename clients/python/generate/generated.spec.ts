import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const client = join(__dirname, '..');
const files = ['types.py', 'operations.py', 'resources.py', 'async_resources.py'];

it('the generated modules of the Python client are those of docs/api/openapi.json [VER-03]', () => {
  const folder = mkdtempSync(join(tmpdir(), 'python-generated-'));
  try {
    execFileSync(process.execPath, [join(client, 'generate.mjs'), folder]);
    for (const file of files) {
      if (readFileSync(join(folder, file), 'utf8') === readFileSync(join(client, 'src/judgment', file), 'utf8'))
        continue;
      throw new Error(`${file} is not what the API document says: run "node clients/python/generate.mjs".`);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}, 60_000);
