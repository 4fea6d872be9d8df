import { openCliRoom } from '../../testing/cli-room';
import { itSendsAndShows } from '../../testing/command-cases';
import { columnKeys } from './column-path';

const room = openCliRoom();
const page = {
  documents: [
    { id: 'x', attributes: { city: 'Ulm' }, state: { 'a.b': { c: 7 } }, answers: { topic: { dist: { 'v1.0': 0.5 } } } },
  ],
  next_cursor: null,
  stale_count: 0,
};

itSendsAndShows(room, [
  [
    'query --columns id,attributes.city,state."a.b".c,answers.topic.dist.v1.0,state.toString',
    'POST /namespaces/a%2Fb/query',
    {},
    page,
    'x\tUlm\t7\t0.5\t\n',
  ],
]);

it.each(['nope', 'attribute.city', 'state."a', 'state..a', '', 'documents.id'])('%j is no column', (path) => {
  expect(() => columnKeys(path)).toThrow('is no column: write id, version');
});

it('refuses a column that no document has, before anything is sent', async () => {
  room.server.play();
  const { code, err } = await room.terminal.run(['query', '--columns', 'id,nope']);
  expect([code, room.server.heard]).toEqual([2, []]);
  expect(err).toContain('"nope" is no column: write id, version');
});

it('refuses an export into a table, and names the way to one', async () => {
  room.server.play();
  const { code, err } = await room.terminal.run(['export', 'all.CSV']);
  expect([code, room.server.heard]).toEqual([2, []]);
  expect(err).toContain('name the file all.jsonl. For columns of a table: judgment query -n a/b --all --columns');
});
