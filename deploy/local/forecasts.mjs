// `npm run forecasts -- <folder>`: a folder of forecasts somebody made (predictions.jsonl, outcomes.jsonl, README.md with
// their known figures) through a whole house whose engine gives them as they are stored; the report must show the figures.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { bin, fail, run } from './setup.mjs';

const [folder] = process.argv.slice(2);
if (!folder) fail('Name one folder of forecasts: npm run forecasts -- <folder>');
if (!existsSync(join(folder, 'predictions.jsonl'))) fail(`There is no predictions.jsonl in ${folder}.`);
const { code } = await run(
  bin('jest'),
  ['test-e2e/calibration.e2e.ts', '--selectProjects', 'e2e', '--runInBand', '-t', 'stored forecasts'],
  { env: { ...process.env, FORECASTS: resolve(folder) }, echo: true },
);
process.exitCode = code;
