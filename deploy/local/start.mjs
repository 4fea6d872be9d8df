import { command } from './setup.mjs';

await command('start', process.argv.slice(2));
