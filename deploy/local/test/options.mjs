import { printHelp } from '../help.mjs';

const help = {
  does: 'Runs every check of the project, in order. All of them run even when one fails.',
  use: ['npm test', 'npm run test:long'],
  options: [
    ['--long', 'the full forms of the checks, which take hours; `npm run test:long` sets it (the quick forms)'],
  ],
  notes: [
    'Each step prints its time, and a line SLOW at the end when it took more than its share on two quiet cores.',
    'A test file in which something failed runs once more. A line SECOND TRY at the end names each test that passed then: mend it, since it depends on speed.',
    'The last line is "N passed, N failed", of tests and steps. Exit code 0: nothing failed; 1: something did; 2: an unknown option.',
  ],
  examples: [
    'npm test',
    'npx jest apps/documents --selectProjects unit real --runInBand',
    'npx jest test-e2e/kills.e2e.ts --selectProjects e2e',
    'npm run test:long',
  ],
};

/**
 * Reads the words of the command. Prints the help, or what is wrong with them, and ends the process when there is
 * nothing to run.
 * @returns whether the full forms are wanted
 */
export function readOptions(args) {
  if (printHelp(help, args)) process.exit(0);
  const unknown = args.find((word) => word !== '--long');
  if (unknown !== undefined) {
    process.stderr.write(`"${unknown}" is no option of this command: "npm test -- --help" shows them.\n`);
    process.exit(2);
  }
  return { isLong: args.includes('--long') };
}
