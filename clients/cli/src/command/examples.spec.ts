import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openCliRoom } from '../testing/cli-room';

const room = openCliRoom();

const groups = ['namespaces', 'subscriptions', 'groups', 'summary', 'documents', 'fit', 'threshold', 'outcomes'];

it.each(groups)('the examples in the help of %s can be read', async (group) => {
  for (const name of ['ids.csv', 'happened.csv', 'topics.csv', 'late-orders.json']) {
    writeFileSync(join(room.terminal.home, name), name.endsWith('.csv') ? 'ticket\nt1\n' : '{"filter":{"id":"x"}}');
  }
  const { code, out } = await room.terminal.run([group, '--help']);
  const lines = out.split('\n').flatMap((line) => /^ {2}judgment (.+)$/.exec(line)?.[1] ?? []);
  expect([code, lines.length > 0]).toEqual([0, true]);
  for (const line of lines) {
    const words = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain = '']) => quoted ?? plain);
    const inHome = words.map((word) =>
      word.replace(/(ids|happened|topics|late-orders)\.(csv|json)$/, `${room.terminal.home}/$&`),
    );
    // What is read is sent, and the service of this room refuses it, or is asked first.
    room.server.play();
    const ended = await room.terminal.run(inHome);
    expect([line, ended.code === 2, ended.err]).toEqual([line, false, expect.any(String)]);
  }
});
