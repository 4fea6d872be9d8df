import type { Command } from 'commander';
import { type Commands, commandTree } from './command-tree';
import type { OrderReader } from './read-order';

/** What `--help` prints of a command, for a program that prints it without the table, and of the commands beneath it by name. */
export interface Help {
  lines: string[];
  commands?: Record<string, Help>;
}

/** Columns of a terminal that the lines are broken for. */
const width = 110;

/** @param name of the program, as its help shows it */
export function helpOf(name: string, tables: readonly Commands<OrderReader<unknown>>[]): Help {
  const said: string[] = [];
  const write = (text: string): void => void said.push(text);
  const tree = commandTree(name, { out: write, err: write }).configureOutput({ getOutHelpWidth: () => width });
  for (const add of tables) add(tree, () => () => undefined);
  return readHelp(tree, said);
}

function readHelp(command: Command, said: string[]): Help {
  said.length = 0;
  command.outputHelp();
  const help: Help = { lines: said.join('').trimEnd().split('\n') };
  if (command.commands.length > 0)
    help.commands = Object.fromEntries(command.commands.map((one) => [one.name(), readHelp(one, said)]));
  return help;
}
