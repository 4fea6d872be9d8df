import { services } from '@app/servers';
import { build } from 'esbuild';
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
    loader: { '.sql': 'text' },
  });
  return Object.fromEntries(
    Object.values(metafile.outputs).map(({ entryPoint = '', imports }) => [
      entryPoint,
      imports.filter(({ external }) => external).map(({ path }) => path),
    ]),
  );
}

it('a service loads Nest and no TypeORM, its migration TypeORM and no Nest', async () => {
  const entries = (name: string) => services.map((service) => `apps/${service}/src/${name}.ts`);
  const all = [...entries('main'), ...entries('migrate'), 'deploy/together/src/main.ts'];
  const packages = await packagesOf(all);
  const [orm, nest] = ['typeorm', '@nestjs/core'].map((name) => all.filter((entry) => packages[entry].includes(name)));
  expect(orm).toEqual(entries('migrate'));
  expect(nest).toEqual([...entries('main'), 'deploy/together/src/main.ts']);
});
