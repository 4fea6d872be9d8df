import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { json } from '@app/sdk/testing';
import { openCliRoom } from '../../testing/cli-room';

const room = openCliRoom();
const { server } = room;

it('outcomes import reads cells by the type of the judgment, and tells why some did not match', async () => {
  const file = join(room.terminal.home, 'o.csv');
  writeFileSync(file, 'document,value,seen\na,yes,2026-11-01T00:00:00Z\nb,perhaps,2026-11-01T00:00:00Z\n');
  const posted = {
    recorded: 1,
    replaced: 0,
    unchanged: 0,
    matched: 0,
    unmatched: [{ document: 'a', reason: 'never_judged' }],
  };
  server.play(json(200, { definition: { type: 'bool' } }), json(200, posted));
  const { code, err } = await room.terminal.run(['outcomes', 'import', file, '-j', 'late', '--observed-at', 'seen']);
  expect(code).toBe(8);
  expect(JSON.parse(server.heard[1]?.body ?? '')).toEqual({
    outcomes: [{ document: 'a', value: true, observed_at: '2026-11-01T00:00:00Z' }],
  });
  expect(err).toContain('1 sent, 1 recorded, 0 replaced, 0 unchanged, 0 matched, 1 unmatched, 1 rejected');
  expect(err).toContain('1 unmatched: never_judged');
  expect(await room.terminal.run(['outcomes', 'import', file, '-j', 'late'])).toMatchObject({ code: 2 });
});

it('outcomes of a choice say "none of these" by a column or a word, which no other type takes', async () => {
  const file = join(room.terminal.home, 'o.csv');
  writeFileSync(file, 'document,value,none\na,refund,\nb,,true\nc,-,\n');
  const posted = { recorded: 3, replaced: 0, unchanged: 0, matched: 3, unmatched: [] };
  const line = ['outcomes', 'import', file, '-j', 'topic', '--latest', '--escape', 'none', '--none', '-'];
  server.play(json(200, { definition: { type: 'choice' } }), json(200, posted), json(200, posted));
  expect(await room.terminal.run([...line, '--concurrency', '1'])).toMatchObject({ code: 0 });
  expect(JSON.parse(server.heard[1]?.body ?? '')).toEqual({
    outcomes: [
      { document: 'a', value: 'refund', as_of: 'latest' },
      { document: 'b', escape: true, as_of: 'latest' },
      { document: 'c', escape: true, as_of: 'latest' },
    ],
  });
  server.play(json(200, { definition: { type: 'bool' } }));
  expect(await room.terminal.run(line)).toMatchObject({ code: 2 });
});
