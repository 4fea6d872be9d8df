// `--help` of every command. Plain Node without packages: a help is printed before `npm ci` and without a build.

/**
 * @typedef {object} Help
 * @property {string} does what the command does, one or more sentences
 * @property {string[]} use each way to call it
 * @property {[option: string, meaning: string][]} [options] every option with its meaning and, in brackets, its default
 * @property {string[]} [notes] what else a person must know: environment, exit codes
 * @property {string[]} examples calls that can be pasted
 */

const width = 110;

/** Whether the words of a command ask for help; what stands behind `--` is no option. */
export function wantsHelp(args) {
  const end = args.indexOf('--');
  const options = end < 0 ? args : args.slice(0, end);
  return options.includes('--help') || options.includes('-h');
}

/** Breaks text into lines of at most `columns` characters. */
function wrap(text, columns) {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines[lines.length - 1];
    if (line === '') lines[lines.length - 1] = word;
    else if (line.length + 1 + word.length <= columns) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** @param {Help} help @returns {string} what a terminal shows, with a line break at its end */
export function renderHelp({ does, use, options = [], notes = [], examples }) {
  const rows = [...options, ['-h, --help', 'Prints this text and does nothing else.']];
  const column = Math.max(...rows.map(([option]) => option.length)) + 4;
  const optionLines = rows.flatMap(([option, meaning]) =>
    wrap(meaning, width - column).map((line, n) => `${(n === 0 ? `  ${option}` : '').padEnd(column)}${line}`),
  );
  return [
    ...wrap(does, width),
    '',
    'Use:',
    ...use.map((line) => `  ${line}`),
    '',
    'Options (defaults in brackets):',
    ...optionLines,
    ...(notes.length > 0 ? ['', ...notes.flatMap((note) => wrap(note, width))] : []),
    '',
    examples.length > 1 ? 'Examples:' : 'Example:',
    ...examples.map((line) => `  ${line}`),
    '',
  ].join('\n');
}

/**
 * Prints the help of a command when its words ask for it.
 * @param {Help} help
 * @param {string[]} args the command's words
 * @returns {boolean} whether it was printed; the caller then does nothing else
 */
export function printHelp(help, args) {
  if (!wantsHelp(args)) return false;
  process.stdout.write(renderHelp(help));
  return true;
}
