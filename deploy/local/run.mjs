import { runCommand } from './command.mjs';
import { helps, printHelp } from './help.mjs';
import { fail } from '../tools/build/setup.mjs';

const [name, ...args] = process.argv.slice(2);
if (!Object.hasOwn(helps, name))
  fail(`Name one of the commands ${Object.keys(helps).join(', ')}, such as "npm run operator -- keys list".`);
if (!printHelp(helps[name], args)) await runCommand(name, args);
