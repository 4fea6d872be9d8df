import { printHelp } from './help.mjs';
import { helps } from './help-texts.mjs';
import { command } from './setup.mjs';

const args = process.argv.slice(2);
if (!printHelp(helps.start, args)) await command('start', args);
