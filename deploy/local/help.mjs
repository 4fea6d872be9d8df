// `--help` of every command. Plain Node without packages: a help is printed before `npm ci` and without a build.
import { readFileSync } from 'node:fs';

/**
 * What `--help` of a command prints, and the commands beneath it.
 * @typedef {object} Help
 * @property {string[]} lines
 * @property {Record<string, Help>} [commands]
 */

/**
 * Helps by the names of scripts: of those whose words a table of commands reads. `npm run docs` writes the file.
 * @type {Record<string, Help>}
 */
export const helps = JSON.parse(readFileSync(new URL('help.json', import.meta.url), 'utf8'));

/**
 * Prints the help of the command that the first words name, when they ask for it: `keys create --help`, `help keys create`.
 * @param {Help} help of the whole script
 * @param {string[]} args the script's words; what stands behind `--` is no option
 * @returns {boolean} whether it was printed; the caller then does nothing else
 */
export function printHelp(help, args) {
  const end = args.indexOf('--');
  const words = end < 0 ? args : args.slice(0, end);
  let named = help;
  let isAsked = words.includes('--help') || words.includes('-h');
  for (const word of words) {
    if (Object.hasOwn(named.commands ?? {}, word)) named = named.commands[word];
    else if (named.commands && word === 'help') isAsked = true;
    else break;
  }
  if (isAsked) process.stdout.write(`${named.lines.join('\n')}\n`);
  return isAsked;
}
