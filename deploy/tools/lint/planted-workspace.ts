import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { workspaceRoot } from '../workspace';

/** A small workspace under the rules of this one, in a folder of its own: as a fresh clone it has no cache of any tool. */
export class PlantedWorkspace {
  private readonly root = mkdtempSync(join(tmpdir(), 'imports-'));

  constructor(paths: Record<string, string>) {
    const rules = join(workspaceRoot, 'deploy/tools/lint/rules.cjs');
    this.write('.dependency-cruiser.cjs', `module.exports = require('${rules}').rulesOf(__dirname);`);
    const compilerOptions = {
      module: 'preserve',
      moduleResolution: 'bundler',
      paths: Object.fromEntries(Object.entries(paths).map(([name, file]) => [name, [`./${file}`]])),
    };
    this.write('tsconfig.base.json', JSON.stringify({ compilerOptions }));
  }

  project(folder: string, kinds: string[], projectType: 'library' | 'application' = 'library'): void {
    const tags = kinds.map((kind) => `kind:${kind}`);
    this.write(`${folder}/project.json`, JSON.stringify({ projectType, tags }));
  }

  package(name: string): void {
    this.write(`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', main: 'index.js' }));
    this.write(`node_modules/${name}/index.js`, '');
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.root, path)), { recursive: true });
    writeFileSync(join(this.root, path), text);
  }

  /** Each line that the lint step prints about this workspace. It is one run of the program, which takes a second or two. */
  check(): { status: number | null; lines: string[] } {
    const program = join(workspaceRoot, 'deploy/tools/lint/imports.mjs');
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, this.root], { encoding: 'utf8' });
    return { status, lines: `${stdout}${stderr}`.trim().split('\n') };
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}
