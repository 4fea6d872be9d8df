import { buildSync } from 'esbuild';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withSourceLines } from './source-lines';

it('names the line of a source where the stack of an error names one of the bundle', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lines-'));
  try {
    writeFileSync(
      join(folder, 'thrown.ts'),
      'type Word = string;\n\nexport const stack = new Error("planted" as Word).stack;\n',
    );
    const outfile = join(folder, 'code.js');
    buildSync({ entryPoints: [join(folder, 'thrown.ts')], outfile, bundle: true, format: 'cjs', sourcemap: true });
    const { stack } = createRequire(outfile)(outfile) as { stack: string };
    expect(withSourceLines(stack, join(folder, 'main.js'))).toContain('thrown.ts:3:22');
    rmSync(`${outfile}.map`);
    expect(withSourceLines(stack, join(folder, 'main.js'))).toBe(stack);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
