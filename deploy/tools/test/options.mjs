import { parseArgs } from 'node:util';
import { printHelp } from '../../local/help.mjs';

const help = {
  lines: [
    'Usage: npm test',
    '       npm test -- [--changed[=<commit>]] [options]',
    '       npm run test:long',
    '',
    'Runs every check of the project, in order. All of them run even when one fails.',
    '',
    'Options:',
    '  --changed[=<commit>]  only what a change can touch: of what differs from the merge base with main, or from that',
    '                        commit, committed or not (everything)',
    '  --minutes <n>         the run ends itself after so many minutes and prints what it has (80; 900 with --long)',
    '  --write-times         keeps how long each test file took, in libs/testing/src/jest/times.json',
    '  --strict              on a quiet machine a second try fails the run, and so do steps that together take over',
    '                        1.5 times their shares (a line NO EXCUSE)',
    '  --long                the full forms of the checks, which take hours; `npm run test:long` sets it',
    '  -h, --help            display help for command',
    '',
    'Examples:',
    '  npm test',
    '  npm test -- --changed=HEAD~3',
    '  npx jest apps/documents --selectProjects unit real --runInBand',
    '  npx jest test-e2e/kills.e2e.ts --selectProjects e2e',
    '  npm run test:long',
    '',
    'Each step prints its time, and a line SLOW at the end when it took more than its share on two quiet cores.',
    'A test file in which something failed runs once more. A line SECOND TRY at the end names each test that passed then:',
    'mend it, since it depends on speed.',
    'The last line is "N passed, N failed", of tests and steps.',
    'Exit code: 0 nothing failed, 1 something did, 2 an unknown option.',
  ],
};
const minutesOf = { short: 80, long: 900 };

/**
 * Reads the words of the command. Prints the help, or what is wrong with them, and ends the process when there is
 * nothing to run.
 * @returns whether the full forms are wanted; minutes of the whole run; of what the tests that it can touch are wanted
 * (a commit, `main` for the merge base, undefined for everything); whether the files' times are kept; whether what a quiet
 * machine does not excuse fails the run
 */
export function readOptions(args) {
  if (printHelp(help, args)) process.exit(0);
  // The value of --changed is optional, which parseArgs does not know.
  const words = args.map((word) => (word === '--changed' ? '--changed=main' : word));
  let values;
  try {
    ({ values } = parseArgs({
      args: words,
      options: {
        changed: { type: 'string' },
        long: { type: 'boolean', default: false },
        minutes: { type: 'string' },
        strict: { type: 'boolean', default: false },
        'write-times': { type: 'boolean', default: false },
      },
    }));
  } catch (error) {
    refuse(error.message.split('. ')[0]);
  }
  const { changed, long: isLong, minutes = String(minutesOf[isLong ? 'long' : 'short']) } = values;
  if (!/^\d{1,4}$/.test(minutes) || Number(minutes) < 1)
    refuse(`--minutes takes a whole number from 1 to 9999, not "${minutes}"`);
  return { isLong, minutes: Number(minutes), changed, isWritingTimes: values['write-times'], isStrict: values.strict };
}

function refuse(what) {
  process.stderr.write(`${what}: "npm test -- --help" shows the options of this command.\n`);
  process.exit(2);
}
