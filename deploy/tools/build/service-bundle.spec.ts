import { services } from '@app/servers';
import { build } from 'esbuild';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { workspaceRoot } from '../workspace';

const { compilerOptions } = JSON.parse(readFileSync(join(workspaceRoot, 'tsconfig.base.json'), 'utf8')) as {
  compilerOptions: { paths: Record<string, [string]> };
};
const alias = Object.fromEntries(
  Object.entries(compilerOptions.paths).map(([name, [file]]) => [name, join(workspaceRoot, file)]),
);

/** The packages that a bundle loads, by its entry point. */
async function packagesOf(entryPoints: string[]): Promise<Record<string, string[]>> {
  const { metafile } = await build({
    absWorkingDir: workspaceRoot,
    entryPoints,
    outdir: 'dist',
    outbase: '.',
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'cjs',
    packages: 'external',
    alias,
    loader: { '.sql': 'text', '.md': 'text' },
  });
  return Object.fromEntries(
    Object.values(metafile.outputs).map(({ entryPoint = '', imports }) => [
      entryPoint,
      imports.filter(({ external }) => external).map(({ path }) => path),
    ]),
  );
}

const entries = (name: string) => services.map((service) => `apps/${service}/src/${name}.ts`);
const all = [...entries('main'), ...entries('migrate'), 'deploy/together/src/main.ts'];
let packages: Record<string, string[]>;
beforeAll(async () => {
  packages = await packagesOf(all);
});

it('a service loads Nest and no TypeORM, its migration TypeORM and no Nest', () => {
  const [orm, nest] = ['typeorm', '@nestjs/core'].map((name) => all.filter((entry) => packages[entry].includes(name)));
  expect(orm).toEqual(entries('migrate'));
  expect(nest).toEqual([...entries('main'), 'deploy/together/src/main.ts']);
});

describe('class-validator and class-transformer, which only specs need (docs/decisions/0001-one-declaration-a-field.md)', () => {
  const isRules = (path: string) => /^class-(?:validator|transformer)(?:$|\/)/.test(path);

  it('are loaded by no service: Ajv checks', () => {
    expect(all.filter((entry) => packages[entry].some(isRules))).toEqual([]);
    expect(all.filter((entry) => packages[entry].includes('ajv/dist/2020'))).toEqual(
      expect.arrayContaining(entries('main')),
    );
  });

  it('are not in the bundle of packages: Nest, which is in it, names them for a pipe that no service has', () => {
    const print = `import * as names from './deploy/tools/build/packages/names.mjs'; console.log(JSON.stringify(names))`;
    const printed = execFileSync(process.execPath, ['--input-type=module', '-e', print], {
      cwd: workspaceRoot,
      encoding: 'utf8',
    });
    const { inside, outside } = JSON.parse(printed) as { inside: string[]; outside: string[] };
    expect(inside.filter(isRules)).toEqual([]);
    expect(outside.filter(isRules)).toEqual(['class-transformer', 'class-validator']);
  });
});
