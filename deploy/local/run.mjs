import { command, fail } from './setup.mjs';

const [name, ...args] = process.argv.slice(2);
if (!name) fail('Name a command, such as "npm run keys -- list": the list of them is in deploy/local/README.md.');
await command(name, args);
