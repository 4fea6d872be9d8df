// `npm run forecasts -- <folder>`: a folder of forecasts somebody made (predictions.jsonl, outcomes.jsonl, README.md with
// their known figures) through a whole stack whose engine gives them as they are stored; the report must show the figures.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { printHelp } from '../local/help.mjs';
import { helps } from '../local/help-texts.mjs';
import { bin, fail, install, run } from './build/setup.mjs';

const args = process.argv.slice(2);
if (!printHelp(helps.forecasts, args)) {
  const [folder] = args;
  if (!folder) fail('Name one folder of forecasts: npm run forecasts -- <folder>');
  const path = resolve(folder);
  if (!existsSync(join(path, 'predictions.jsonl'))) fail(`There is no predictions.jsonl in ${folder}.`);
  await install({ alsoOfTests: true });
  const { code } = await run(
    bin('jest'),
    ['test-e2e/calibration.e2e.ts', '--selectProjects', 'e2e', '--runInBand', '-t', 'stored forecasts'],
    { env: { ...process.env, FORECASTS: path }, echo: true },
  );
  process.exitCode = code;
}
