// Checks who imports whom in a workspace (by default this one), and names each import that a rule forbids.
import { cruise } from 'dependency-cruiser';
import extractOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import extractTsConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import { join, resolve } from 'node:path';
import { circlesOf } from './circles.cjs';
import { projectsOf } from './projects.cjs';

process.chdir(resolve(process.argv[2] ?? join(import.meta.dirname, '../../..')));
const root = process.cwd();

const projects = projectsOf(root);
if (projects.length === 0) throw new Error(`no project.json below ${root}`);
const options = await extractOptions(join(root, '.dependency-cruiser.cjs'));
const { output } = await cruise(
  projects.map(({ folder }) => folder),
  options,
  undefined,
  { tsConfig: extractTsConfig(join(root, 'tsconfig.base.json')) },
);
const faults = [
  ...output.summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
  ...circlesOf(output.modules, projects),
];
for (const { rule, from, to } of faults) console.log(`${rule}: ${from} imports ${to}`);
console.log(`${faults.length} faults in the imports of ${output.summary.totalCruised} files`);
process.exitCode = faults.length > 0 ? 1 : 0;
