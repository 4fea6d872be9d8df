import { spawnSync } from 'node:child_process';
import { Terminal } from '../../testing/terminal';

let terminal: Terminal;
beforeEach(() => {
  terminal = new Terminal();
});
afterEach(() => terminal.remove());

describe('completion', () => {
  const complete = (script: string, line: string): string[] => {
    const words = line.split(' ');
    const code = `${script}\nCOMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _judgment; echo "\${COMPREPLY[@]}"`;
    return spawnSync('bash', ['-c', code], { encoding: 'utf8' }).stdout.trim().split(' ');
  };

  it('of bash completes commands, their commands and options', async () => {
    const { out } = await terminal.run(['completion', 'bash']);
    expect(complete(out, 'judgment ju')).toEqual(['judgments', 'judge']);
    expect(complete(out, 'judgment --json judgments s')).toEqual(['show']);
    expect(complete(out, 'judgment query --fi')).toEqual(['--filter']);
  });

  it('of zsh and fish names every command', async () => {
    expect((await terminal.run(['completion', 'zsh'])).out).toMatch(/^autoload.*\n_judgment\(\)/);
    expect((await terminal.run(['completion', 'fish'])).out).toContain(
      "-n '__fish_seen_subcommand_from judgments' -a show",
    );
    expect(await terminal.run(['completion', 'tcsh'])).toMatchObject({ code: 2 });
  });
});
