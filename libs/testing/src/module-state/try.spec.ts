import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { workspaceRoot } from '../process/workspace';
import { moduleState } from './module-state';
it('x', () => {
  const t = process.cpuUsage();
  const files = execFileSync('git', ['ls-files', '*.ts'], { cwd: workspaceRoot, encoding: 'utf8' }).split('\n').filter((f) => /^(apps|libs|clients|deploy|examples|bench)\//.test(f) && !/\.(spec|d)\.ts$/.test(f));
  const out = files.flatMap((f) => moduleState(readFileSync(join(workspaceRoot, f), 'utf8')).map((n) => `${f} ${n}`));
  const u = process.cpuUsage(t);
  process.stderr.write(`${out.join('\n')}\n${files.length} ${out.length} ${(u.user + u.system) / 1e6}\n`);
});
