import type { Command } from 'commander';

/**
 * Adds calls that can be pasted to the help of a command, and to that of each command beneath it, which must be there already.
 * @param calls words that follow the command's own name, such as `create --org acme` of `keys`
 */
export function addExamples(command: Command, ...calls: readonly string[]): void {
  command.addHelpText('after', () => describeCalls(command, calls));
  for (const beneath of command.commands) {
    const own = calls.map((call) => call.split(' ')).filter(([name]) => name === beneath.name());
    if (own.length > 0) addExamples(beneath, ...own.map(([, ...words]) => words.join(' ')));
  }
}

/** Adds sentences to the help of a command and of all commands beneath it: what else a person must know. */
export function addNotes(command: Command, ...sentences: readonly string[]): void {
  command.addHelpText('afterAll', `\n${sentences.join('\n')}`);
}

function describeCalls(command: Command, calls: readonly string[]): string {
  const lines = calls.map((call) =>
    call === '' ? `  ${pathOf(command).replace(/ --$/, '')}` : `  ${pathOf(command)} ${call}`,
  );
  return ['', lines.length > 1 ? 'Examples:' : 'Example:', ...lines].join('\n');
}

/** The words that name a command, with those of its program before them. */
function pathOf(command: Command): string {
  return command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();
}
