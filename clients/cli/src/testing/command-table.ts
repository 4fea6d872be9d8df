import { Terminal } from './terminal';

/** What the help of a command says of its words. */
interface Help {
  commands: Set<string>;
  /** Each name of an option, short ones too, with whether a value follows it. */
  options: Map<string, boolean>;
}

/** The command line's own table: its commands and options, as its help prints them. */
export class CommandTable {
  private readonly terminal = new Terminal();
  private readonly helps = new Map<string, Promise<Help>>();

  remove(): void {
    this.terminal.remove();
  }

  /** What is wrong with a command line, as a sentence; undefined where every command and option is known. */
  async findFault(words: readonly string[]): Promise<string | undefined> {
    const path: string[] = [];
    const global = await this.readHelp([]);
    for (let at = 0; at < words.length; at += 1) {
      const word = words[at] ?? '';
      const { commands, options } = await this.readHelp(path);
      if (/^-{1,2}[a-z]/.test(word)) {
        const takesValue = options.get(word) ?? global.options.get(word);
        if (takesValue === undefined) return `"${path.join(' ')}" has no option ${word}`;
        if (takesValue) at += 1;
      } else if (commands.size > 0) {
        if (!commands.has(word)) return `"${path.join(' ')}" has no command ${word}`;
        path.push(word);
      }
    }
    const { commands } = await this.readHelp(path);
    return commands.size > 0 ? `"${path.join(' ')}" lacks a command` : undefined;
  }

  private readHelp(path: readonly string[]): Promise<Help> {
    const key = path.join(' ');
    const known = this.helps.get(key) ?? this.askHelp(path);
    this.helps.set(key, known);
    return known;
  }

  private async askHelp(path: readonly string[]): Promise<Help> {
    const { out } = await this.terminal.run([...path, '--help']);
    const [, , listed = ''] = /(Commands:\n)([\s\S]*)/.exec(out) ?? [];
    const commands = [...listed.matchAll(/^ {2}([a-z]\S*)/gm)].map(([, name = '']) => name);
    const options = [...out.matchAll(/^ {2}(?:(-\w), )?(--[\w-]+)( [<[])?/gm)].flatMap(([, short, long = '', value]) =>
      [short, long].flatMap((name): [string, boolean][] => (name ? [[name, value !== undefined]] : [])),
    );
    return { commands: new Set(commands.filter((name) => name !== 'help')), options: new Map(options) };
  }
}
