// `npm run forecasts -- <folder>`: a folder of forecasts somebody made (predictions.jsonl, outcomes.jsonl, README.md with
// their known figures) through a whole stack whose engine gives them as they are stored; the report must show the figures.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { printHelp } from '../local/help.mjs';
import { bin, fail, install, run } from './build/setup.mjs';

const help = {
  lines: [
    'Usage: npm run forecasts -- <folder>',
    '',
    'Judges the stored forecasts of a folder with a whole service, posts their outcomes, and compares the report with the',
    'figures of the README in the folder.',
    '',
    'Arguments:',
    '  folder  holds predictions.jsonl, outcomes.jsonl and README.md with the known figures',
    '',
    'Options:',
    '  -h, --help  display help for command',
    '',
    'Example:',
    '  npm run forecasts -- forecasts/elections',
    '',
    'Exit code: 0 the report shows the figures, 1 it does not.',
  ],
};

const args = process.argv.slice(2);
if (!printHelp(help, args)) {
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
