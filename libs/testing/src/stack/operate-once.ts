import { spawn } from 'node:child_process';
import type { OperatorReply } from '../process/run-operator';

/** Runs operator's commands of a stack, one after another. @returns a reply for each */
export type Operate = (commands: string[][]) => Promise<OperatorReply[]>;

/** Runs commands in a process of their own. @throws when it does not run */
export async function operateOnce(
  bundle: string,
  env: Record<string, string>,
  commands: string[][],
  input = '',
): Promise<OperatorReply[]> {
  const { stdout, stderr, code } = await collect([bundle, 'operate', 'gateway', JSON.stringify(commands)], env, input);
  if (code !== 0) throw new Error(`The operator's commands ended with ${code}: ${stderr}`);
  return (JSON.parse(stdout) as OperatorReply[]).map((reply) => ({ ...reply, stderr: reply.stderr ?? stderr }));
}

/** Runs a program of Node to its end. @returns all that it said */
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
