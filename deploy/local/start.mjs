import { command } from './command.mjs';
import { printHelp } from './help.mjs';
import { helps } from './help-texts.mjs';

const args = process.argv.slice(2);
if (!printHelp(helps.start, args)) await command('start', args);
