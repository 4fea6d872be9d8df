import { Command } from 'commander';

/**
 * Adds commands to a tree: their words, options and help.
 * @typeParam Run binds a command's work to the words that name it
 */
export type Commands<Run> = (tree: Command, run: Run) => void;

/** Where a tree writes help and errors. */
export interface Output {
  out(text: string): void;
  err(text: string): void;
}

/** The root of a table of commands. It throws a CommanderError where commander would end the process. */
export function commandTree(name: string, output: Output): Command {
  return new Command(name).exitOverride().configureOutput({ writeOut: output.out, writeErr: output.err });
}
