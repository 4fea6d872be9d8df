const help = `Runs every check of the project, in order; all of them run even when one fails.

Use:
  npm test
  npm run test:long

Options (defaults in brackets):
  --long        the full forms of the checks, which take hours; \`npm run test:long\` sets it (quick forms)
  -h, --help    Prints this text and does nothing else.

Each step prints its time, and a line SLOW at the end when it took more than its share on two quiet cores. A test of
the steps jest real and jest e2e that failed runs once more; a line SECOND TRY at the end names each that passed then.
The last line is "N passed, N failed", of tests and steps. It ends with 0, or with 1 when something failed.

Examples:
  npm test
  npx jest apps/documents --selectProjects unit real --runInBand
  npx jest test-e2e/kills.e2e.ts --selectProjects e2e
`;

/**
 * Reads the words of the command. Prints the help, or what is wrong with them, and ends the process when there is
 * nothing to run.
 * @returns whether the full forms are wanted
 */
export function readOptions(args) {
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(help);
    process.exit(0);
  }
  const unknown = args.find((word) => word !== '--long');
  if (unknown !== undefined) {
    process.stderr.write(`"${unknown}" is no option of this command: "npm test -- --help" shows them.\n`);
    process.exit(2);
  }
  return { isLong: args.includes('--long') };
}
