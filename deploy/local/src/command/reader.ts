import { type Help, UnreadableCommand } from '@app/commands';
import { type Service } from '@app/servers';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { operatorProgram } from '../operator-program';
import { workspaceRoot } from '../workspace';

/** The service that reads a command; `every` where all of them do. */
export type Reader = Service | 'every';

/** Helps of `deploy/local/help.json`, by the names of the scripts; the commands of `operator` name their readers. */
export interface Helps extends Record<string, Help> {
  operator: Help & { commands: Record<string, Help & { reader?: Reader }> };
}

export const helpFile = join(workspaceRoot, 'deploy/local/help.json');

/**
 * Looks up which service reads a command of the operator, as the services' tables say.
 * @throws UnreadableCommand when none does
 */
export function readerOf(command: string): Reader {
  const { commands } = (JSON.parse(readFileSync(helpFile, 'utf8')) as Helps).operator;
  const reader = Object.hasOwn(commands, command) ? commands[command].reader : undefined;
  if (reader) return reader;
  const fault = command === '' ? 'Name a command' : `There is no command "${command}"`;
  throw new UnreadableCommand(
    `${fault}: choose one of ${Object.keys(commands).join(', ')}. \`${operatorProgram} --help\` says what each does.`,
  );
}
