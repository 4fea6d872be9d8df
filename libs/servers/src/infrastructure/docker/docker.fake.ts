import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type Server, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

/** It writes down its words and answers from files: `engine` (it is there), `left`, `running`, `logs`, `fails` (a command). */
const program = `#!/bin/sh
here=$(dirname "$0")/..
printf '%s\\n' "$*" >>"$here/words"
if [ "$1" = "$(cat "$here/fails" 2>/dev/null)" ]; then echo "Error response from daemon: no such image" >&2; exit 125; fi
case "$1" in
  version) if [ -f "$here/engine" ]; then echo 27.5.1; else echo 'Cannot connect to the Docker daemon' >&2; exit 1; fi ;;
  run)
    printf '%s' "$POSTGRES_PASSWORD" >"$here/password"
    while [ $# -gt 0 ]; do if [ "$1" = --cidfile ]; then printf c0ffee >"$2"; fi; shift; done
    echo c0ffee ;;
  ps) cat "$here/left" 2>/dev/null ;;
  inspect) cat "$here/running" 2>/dev/null ;;
  logs) cat "$here/logs" 2>/dev/null ;;
esac
exit 0
`;

/** A program `docker` that comes first on the path. */
export class FakeDocker {
  readonly folder = mkdtempSync(join(tmpdir(), 'judgment-docker-'));
  private readonly path = process.env['PATH'];

  constructor() {
    mkdirSync(join(this.folder, 'bin'));
    writeFileSync(join(this.folder, 'bin/docker'), program);
    chmodSync(join(this.folder, 'bin/docker'), 0o755);
    process.env['PATH'] = `${join(this.folder, 'bin')}${delimiter}${this.path}`;
  }

  answer(file: 'engine' | 'left' | 'running' | 'logs' | 'fails', text: string): void {
    writeFileSync(join(this.folder, file), text);
  }

  /** What was said since the last look, one command a line. */
  words(): string[] {
    const file = join(this.folder, 'words');
    const said = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
    rmSync(file, { force: true });
    return said;
  }

  /** What the last `run` was given by its environment. */
  password(): string {
    return readFileSync(join(this.folder, 'password'), 'utf8');
  }

  close(): void {
    process.env['PATH'] = this.path;
    rmSync(this.folder, { recursive: true });
  }
}

/** Greets as NATS does, or takes a client as Postgres does: what a container's port does when its server is ready. */
export async function readyServer(kind: 'nats' | 'postgres'): Promise<{ port: number; server: Server }> {
  const authenticated = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    if (kind === 'nats') socket.write('INFO {}\r\n');
    else socket.once('data', () => socket.write(authenticated)).once('end', () => socket.end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, server };
}
