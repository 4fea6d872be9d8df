import { FaultServer } from '@app/sdk/testing';
import { Terminal } from './terminal';

/** A service that replies what a spec plays, and a terminal that calls it in the namespace `a/b`. */
export class CliRoom {
  readonly server = new FaultServer();
  terminal!: Terminal;
}

/** A room that is open while the tests of a file run; each test begins with another terminal. */
export function openCliRoom(): CliRoom {
  const room = new CliRoom();
  let base: string;
  beforeAll(async () => (base = await room.server.start()));
  afterAll(() => room.server.stop());
  beforeEach(() => {
    room.terminal = new Terminal();
    room.terminal.environment = { JUDGMENT_BASE_URL: base, JUDGMENT_API_KEY: 'jk_secret', JUDGMENT_NAMESPACE: 'a/b' };
  });
  afterEach(() => room.terminal.remove());
  return room;
}
