import { openCliRoom } from '../../testing/cli-room';
import { itSendsAndShows } from '../../testing/command-cases';
import { page, since, usage } from '../../testing/samples';

const room = openCliRoom();

itSendsAndShows(room, [
  ['keys list', 'GET /api-keys', null, page('api_keys', { id: 'key_1', role: 'read_only' }), 'key_1\t\tread_only'],
  [
    'keys create --scope a/* --expires-at ' + since,
    'POST /api-keys',
    { role: 'read_only', scope: 'a/*', expires_at: since },
    { id: 'key_1', key: 'jk_new' },
    'key\tjk_new',
  ],
  ['keys revoke key_1 --yes', 'DELETE /api-keys/key_1', null, { deleted: true }, ''],
  [
    'usage --month 2026-11',
    'GET /usage?month=2026-11',
    null,
    { month: '2026-11', ...usage, namespaces: [{ namespace: 'a', ...usage }] },
    'a\t2\t\t0.01',
  ],
]);
