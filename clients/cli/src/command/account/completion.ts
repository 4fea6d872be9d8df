import { Argument, type Command } from 'commander';
import type { Call, Commands } from '../call/call';

type Shell = 'bash' | 'zsh' | 'fish';

/** Words of each command: the names of its commands and its options. */
export const completion: Commands = (tree, run) => {
  tree
    .command('completion')
    .addArgument(new Argument('<shell>').choices(['bash', 'zsh', 'fish']))
    .description('Prints a script that completes commands: source <(judgment completion bash)')
    .action(run(print));
};

async function print({ root, print: out }: Call, shell: Shell): Promise<void> {
  await out.writeRaw(
    shell === 'fish'
      ? fish(root)
      : `${shell === 'zsh' ? 'autoload -U +X bashcompinit && bashcompinit\n' : ''}${bash(root)}`,
  );
}

/** Every command with the names that lead to it. */
function* branches(command: Command, path: readonly string[] = []): Generator<[path: string, command: Command]> {
  yield [path.join('/'), command];
  for (const one of command.commands) yield* branches(one, [...path, one.name()]);
}

const optionsOf = (command: Command) => command.options.flatMap(({ long }) => (long ? [long] : []));

function bash(root: Command): string {
  const all = [...branches(root)];
  const cases = all.map(([path, command]) => {
    const words = [...command.commands.map((one) => one.name()), ...optionsOf(command), '--help'];
    return `    "${path}") words="${words.join(' ')}" ;;`;
  });
  return `_judgment() {
  local path="" word words=""
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case " ${all.map(([path]) => path).join(' ')} " in
      *" \${path:+$path/}$word "*) path="\${path:+$path/}$word" ;;
    esac
  done
  case "$path" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _judgment judgment
`;
}

function fish(root: Command): string {
  const quoted = (text: string) => `'${text.replace(/[\\']/g, '\\$&')}'`;
  const lines = [...branches(root)].flatMap(([path, command]) => {
    const names = path.split('/').filter(Boolean);
    const at =
      names.length === 0
        ? '__fish_use_subcommand'
        : names.map((name) => `__fish_seen_subcommand_from ${name}`).join('; and ');
    return [
      ...command.commands.map(
        (one) => `complete -c judgment -f -n ${quoted(at)} -a ${one.name()} -d ${quoted(one.description())}`,
      ),
      ...command.options.map(
        ({ long, description }) =>
          `complete -c judgment -n ${quoted(at)} -l ${long?.slice(2)} -d ${quoted(description)}`,
      ),
    ];
  });
  return `${lines.join('\n')}\n`;
}
