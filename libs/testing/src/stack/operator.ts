import { spawn } from 'node:child_process';
import type { OperatorReply } from '../process/run-operator';
import { plant, plantTokens } from './planted';

export type Plan = 'developer' | 'team' | 'scale';

/** The operator's commands of the gateway, as `npm run org` and `npm run keys` run them. */
export class Operator {
  private readonly scoped = new Map<string, string>();

  constructor(
    private readonly bundle: string,
    private readonly env: Record<string, string>,
  ) {}

  /** Runs commands in one process. @throws when one fails */
  run(...commands: string[][]): Promise<string[]> {
    return this.runWith('', ...commands);
  }

  /** Runs commands that find `input` at their standard input. @throws when one fails */
  async runWith(input: string, ...commands: string[][]): Promise<string[]> {
    const args = [this.bundle, 'operate', 'gateway', JSON.stringify(commands)];
    const { stdout, stderr, code } = await collect(args, this.env, input);
    if (code !== 0) throw new Error(`The operator's commands ended with ${code}: ${stderr}`);
    const replies = JSON.parse(stdout) as OperatorReply[];
    const failed = replies.findIndex((reply) => reply.code !== 0);
    if (failed >= 0) throw new Error(`${commands[failed].join(' ')}: ${replies[failed].stdout} ${stderr}`);
    if (input) plant('input of an operator', input.trim());
    for (const { stdout: said } of replies) plantTokens(said);
    return replies.map((reply) => reply.stdout);
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

export function collect(args: string[], env: Record<string, string>, input = '') {
  return new Promise<{ stdout: string; stderr: string; code: number | null }>((resolve, reject) => {
    const child = spawn(process.execPath, args, { env, stdio: ['pipe', 'pipe', 'pipe'] });
    // A program that ends without reading it closes the pipe, which is no failure.
    child.stdin.once('error', () => undefined);
    child.stdin.end(input);
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (data: Buffer) => (stdout += data.toString()));
    child.stderr.on('data', (data: Buffer) => (stderr += data.toString()));
    child.once('error', reject);
    child.once('close', (code) => resolve({ stdout, stderr, code }));
  });
}
