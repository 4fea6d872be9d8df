import { command } from './command.mjs';
import { printHelp } from './help.mjs';
import { helps } from './help-texts.mjs';
import { fail } from '../tools/build/setup.mjs';

const [name, ...args] = process.argv.slice(2);
const help = helps[name];
if (!help) fail(`Name one of the commands ${Object.keys(helps).join(', ')}, such as "npm run keys -- list".`);
if (!printHelp(help, args)) await command(name, args);
