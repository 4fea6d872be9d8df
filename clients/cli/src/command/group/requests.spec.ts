import { openCliRoom } from '../../testing/cli-room';
import { itSendsAndShows } from '../../testing/command-cases';
import { group, page, published } from '../../testing/samples';

const room = openCliRoom();

itSendsAndShows(room, [
  ['groups list', 'GET /namespaces/a%2Fb/groups', null, page('groups', group), 'by_x\tattributes.x\tready\t'],
  [
    'groups get by_x --order documents',
    'GET /namespaces/a%2Fb/groups/by_x?order=documents',
    null,
    {
      ...group,
      values: [
        { key: 's9', documents: 3, stale: 1, aggregates: { n: 2 } },
        { key: null, overflow: true, documents: 1, stale: 0, aggregates: {} },
      ],
      next_cursor: null,
    },
    'attributes.x\tdocuments\tstale\tn\ns9\t3\t1\t2\n(further keys)\t1\t0\t\n',
  ],
  [
    'groups put by_x {"key":"attributes.x","aggregates":{}}',
    'PUT /namespaces/a%2Fb/groups/by_x',
    { key: 'attributes.x', aggregates: {} },
    group,
    'status\tready',
  ],
  ['groups delete by_x --yes', 'DELETE /namespaces/a%2Fb/groups/by_x', null, { deleted: true }, ''],
  ['summary get', 'GET /namespaces/a%2Fb/summary', null, published, 'into\ta/all\ngroups\tby_x\n'],
  [
    'summary put {"into":"a/all","groups":["by_x"],"bands":{}}',
    'PUT /namespaces/a%2Fb/summary',
    { into: 'a/all', groups: ['by_x'], bands: {} },
    published,
    'failure\tdocument_exists\n',
  ],
]);
