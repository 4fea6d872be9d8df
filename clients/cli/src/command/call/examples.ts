import type { Command } from 'commander';

/** Adds examples to the help of a command. @param lines without the name of the program */
export function withExamples(command: Command, ...lines: readonly string[]): Command {
  return command.addHelpText('after', ['', 'Examples:', ...lines.map((line) => `  judgment ${line}`)].join('\n'));
}
