import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { runCli } from '../cli';
import type { Input, World } from '../world/world';

export interface Run {
  code: number;
  out: string;
  err: string;
}

/** Runs command lines in this process, with a home folder of their own. */
export class Terminal {
  readonly home = mkdtempSync(join(tmpdir(), 'judgment-cli-'));
  environment: Record<string, string | undefined> = {};
  isTerminal = false;
  nowMs = Date.parse('2026-11-23T12:00:00Z');

  async run(
    line: readonly string[],
    typed: string | Uint8Array = '',
    signal = new AbortController().signal,
  ): Promise<Run> {
    const heard = { out: '', err: '' };
    const sink = (name: 'out' | 'err') => ({
      isTerminal: this.isTerminal,
      columns: 80,
      write: (text: string) => Promise.resolve(void (heard[name] += text)),
    });
    const stdin: Input = Object.assign(Readable.from(typed.length === 0 ? [] : [typed]), { isTTY: this.isTerminal });
    const world: World = {
      stdin,
      stdout: sink('out'),
      stderr: sink('err'),
      environment: this.environment,
      home: this.home,
      nowMs: () => this.nowMs,
      signal,
    };
    return { code: await runCli(line, world, '0.1.0'), ...heard };
  }

  remove(): void {
    rmSync(this.home, { recursive: true });
  }
}
