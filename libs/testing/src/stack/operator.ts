import type { OperatorReply } from '../process/run-operator';
import { Operate, operateOnce } from './operate-once';
import { plant, plantTokens } from './planted';

export type Plan = 'developer' | 'team' | 'scale';

/** The operator's commands of the gateway, as `npm run operator -- org` and `npm run operator -- keys` run them. */
export class Operator {
  private readonly scoped = new Map<string, string>();

  constructor(
    private readonly bundle: string,
    private readonly env: Record<string, string>,
    private readonly operate: Operate,
  ) {}

  /** Runs commands one after another. @throws when one fails */
  async run(...commands: string[][]): Promise<string[]> {
    return saidBy(commands, await this.operate(commands));
  }

  /** Runs commands, in a process of their own, that find `input` at their standard input. @throws when one fails */
  async runWith(input: string, ...commands: string[][]): Promise<string[]> {
    plant('input of an operator', input.trim());
    return saidBy(commands, await operateOnce(this.bundle, this.env, commands, input));
  }

  /** New keys of an organization. @param scopes one key each */
  async keys(organization: string, scopes: string[], role: 'read_write' | 'read_only' = 'read_write') {
    const commands = scopes.map((scope) => createKey(organization, role, scope));
    return (await this.run(...commands)).map(secretOf);
  }

  /** A read_write key of `acme` restricted to a scope; the same one when asked again. */
  async scopedKey(scope: string): Promise<string> {
    const known = this.scoped.get(scope);
    if (known) return known;
    const [key] = await this.keys('acme', [scope]);
    this.scoped.set(scope, key);
    return key;
  }

  /** An organization of its own, so that what a scenario counts is its own. @returns its key of everything */
  async organization(name: string, plan: Plan = 'scale'): Promise<string> {
    const [, said] = await this.run(['org', 'create', name, '--plan', plan], createKey(name, 'read_write', '*'));
    return secretOf(said);
  }
}

/** What each command said. @throws with the words of the first that failed */
function saidBy(commands: string[][], replies: OperatorReply[]): string[] {
  const failed = replies.findIndex(({ code }) => code !== 0);
  if (failed >= 0) {
    const { stdout, stderr } = replies[failed];
    throw new Error(`${commands[failed].join(' ')}: ${stdout} ${stderr}`);
  }
  for (const { stdout } of replies) plantTokens(stdout);
  return replies.map(({ stdout }) => stdout);
}

export function createKey(organization: string, role: string, scope: string): string[] {
  return ['keys', 'create', '--org', organization, '--role', role, '--scope', scope, '--json'];
}

/** The secret in the reply of `keys create --json`. */
export function secretOf(said: string): string {
  const reply = JSON.parse(said.slice(said.indexOf('{'))) as Record<string, unknown>;
  const secret = reply['api_key'] ?? reply['secret'] ?? reply['key'];
  if (typeof secret !== 'string') throw new Error(`No key stands in ${said}`);
  plant('a key', secret);
  return secret;
}
