import { runCommand } from './command.mjs';
import { helps, printHelp } from './help.mjs';

const args = process.argv.slice(2);
if (!printHelp(helps.start, args)) await runCommand('start', args);
