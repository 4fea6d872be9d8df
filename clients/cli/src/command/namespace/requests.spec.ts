import { openCliRoom } from '../../testing/cli-room';
import { itSendsAndShows } from '../../testing/command-cases';
import { namespace, page, since } from '../../testing/samples';

const room = openCliRoom();

itSendsAndShows(room, [
  ['namespaces list --prefix a', 'GET /namespaces?prefix=a', null, page('namespaces', namespace), `a/b\t${since}\n`],
  [
    'namespaces get',
    'GET /namespaces/a%2Fb',
    null,
    namespace,
    'budget of a month\t50 USD, then pause\nspent this month\t1.5 USD\njudging\ton',
  ],
  ['namespaces get c', 'GET /namespaces/c', null, namespace, 'documents\t7'],
  [
    'namespaces create c --budget 50 --default-engine jev@current',
    'POST /namespaces',
    {
      name: 'c',
      budget: { compute_usd_per_month: 50, on_exceeded: 'pause' },
      default_engine: { name: 'jev', version: 'current' },
    },
    namespace,
    'name\ta/b',
  ],
  [
    'namespaces update --budget none --no-pinned --fanout {"share":0.5}',
    'PATCH /namespaces/a%2Fb',
    { budget: null, pinned: false, fanout: { share: 0.5 } },
    { ...namespace, budget: null },
    'budget of a month\tnone',
  ],
]);

it('a setting of a namespace that cannot be read is refused before anything is sent', async () => {
  room.server.play();
  for (const words of ['', '--budget much', '--budget 1e400', '--default-engine jev', '--fanout {']) {
    const line = ['namespaces', 'update', ...words.split(' ').filter(Boolean)];
    expect([words, (await room.terminal.run(line)).code]).toEqual([words, 2]);
  }
  expect(room.server.heard).toEqual([]);
});
