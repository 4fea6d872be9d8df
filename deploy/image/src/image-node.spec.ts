import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../../..');
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');
const dockerfile = textOf('deploy/image/Dockerfile');
const major = Number(/^ARG NODE_MAJOR=(\d+)$/m.exec(dockerfile)?.[1]);

describe("the image's version of Node", () => {
  it('is one constant of the Dockerfile, which every stage is built on [defect O-9]', () => {
    const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
    expect(bases.length).toBeGreaterThan(0);
    expect(new Set(bases)).toEqual(new Set(['node:${NODE_MAJOR}-bookworm-slim']));
  });

  it('is one that package.json and the page of deployment name [defect O-9]', () => {
    const { engines } = JSON.parse(textOf('package.json')) as { engines: { node: string } };
    expect(Number(/^>=(\d+)\.\d+$/.exec(engines.node)?.[1])).toBeLessThanOrEqual(major);
    expect(textOf('deploy/README.md')).toContain(`(Node ${major},`);
  });

  it('is the one that the unit specs run on in the long form, whatever runs them otherwise [defect O-9]', () => {
    const print = `import { planOf } from './deploy/tools/test/plan.mjs'; console.log(JSON.stringify(planOf().flat(2)))`;
    const printed = execFileSync(process.execPath, ['--input-type=module', '-e', print], {
      cwd: root,
      encoding: 'utf8',
    });
    const steps = JSON.parse(printed) as { name: string; isOnlyLong?: boolean; command: string[] }[];
    const [step] = steps.filter(({ isOnlyLong }) => isOnlyLong);
    expect(step.command).toEqual(expect.arrayContaining([`node@${major}`, '--selectProjects', 'unit']));
  });
});
