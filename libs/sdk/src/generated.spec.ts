import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const sdk = join(__dirname, '..');

it('the generated types are those of docs/api/openapi.json [VER-03]', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sdk-generated-'));
  try {
    execFileSync(process.execPath, [join(sdk, 'generate.mjs'), folder]);
    for (const file of ['api.ts', 'operation-table.ts']) {
      if (readFileSync(join(folder, file), 'utf8') === readFileSync(join(sdk, 'src/generated', file), 'utf8')) continue;
      throw new Error(`${file} is not what the API document says: run "node libs/sdk/generate.mjs".`);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}, 60_000);
