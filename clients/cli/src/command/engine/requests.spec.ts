import { openCliRoom } from '../../testing/cli-room';
import { itSendsAndShows } from '../../testing/command-cases';

const room = openCliRoom();

itSendsAndShows(room, [
  ['engines', 'GET /engines', null, { engines: [{ name: 'jev', active: true, source: 'built_in' }] }, 'jev\t\ttrue'],
  [
    'engines',
    'GET /engines',
    null,
    { engines: [{ name: 'jev', active: true, engine_version: 'e1', also: [{ engine_version: 'e2', share: 0.254 }] }] },
    'jev\t\ttrue\te1\te2 (25 %)',
  ],
]);
