import { openCliRoom } from '../../testing/cli-room';
import { itSendsAndShows } from '../../testing/command-cases';
import { latePath, answer, context, definition, page, since, usage } from '../../testing/samples';

const room = openCliRoom();

itSendsAndShows(room, [
  [
    'judge -j late x y',
    `POST ${latePath}/judge`,
    { documents: ['x', 'y'] },
    { documents: [{ id: 'x', answers: { late: answer } }], usage },
    'x\tlate\t\t\tfresh',
  ],
  [
    `try ${definition} x`,
    'POST /namespaces/a%2Fb/judgments/try',
    { definition: { type: 'choice' }, documents: ['x'] },
    { documents: [{ document: 'x', answer, context, applies: true }], usage },
    'id\tvalue\tp\tcalibrated\tstatus\tapplies\ttokens\tcuts\nx\tlate\t\t\tfresh\ttrue\t9\t1',
  ],
  ['preview x -j late', `POST ${latePath}/context`, { document: 'x' }, context, 'one\ntwo\\x1b[0m\n'],
  [
    'starters',
    'GET /starters',
    null,
    { version: 1, starters: [{ id: 'support.late', title: 'Late', placeholders: [], definition: { type: 'bool' } }] },
    'support.late\tbool\tLate',
  ],
  [
    'judgments versions late',
    `GET ${latePath}/versions`,
    null,
    page('versions', { version: 2, created_at: since, definition: { type: 'bool' } }),
    `2\t${since}\t{"type":"bool"}`,
  ],
]);
