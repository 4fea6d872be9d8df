import { openCliRoom } from '../../testing/cli-room';
import { itSendsAndShows } from '../../testing/command-cases';
import { answer, explanation, relatedChanged, since, written } from '../../testing/samples';

const room = openCliRoom();

itSendsAndShows(room, [
  [
    'explain x -j late',
    'GET /namespaces/a%2Fb/documents/x/answers/late/explain',
    null,
    explanation,
    `answer\tstale: fanout_deferred\ndocument\t5\nwanted\t5\nseen\t4\ncause\tfanout\nwanted since\t${since}\n` +
      `definition\tversion 3 of a/*, on_change, debounce 0 ms\nlast try\t${since}, saw 4: engine_refused\n` +
      `engine\tjev current: does not answer since ${since}\nwaits for a permit\t2\nused of its limits\t50 %\njudging\tpaused`,
  ],
  [
    'explain x -j late',
    'GET /namespaces/a%2Fb/documents/x/answers/late/explain',
    null,
    explanation,
    `fan-out\tdeferred until ${since}, 9 of 10 asked in 24 hours\n` +
      `lane\twaits for\tdue\tsince\tchanges\tfailed tries\tversion\tbackfill\n` +
      `deferred\troom for fan-out\t\t${since}\t1\t0\t3\t\n`,
  ],
  [
    'explain x -j late',
    'GET /namespaces/a%2Fb/documents/x/answers/late/explain',
    null,
    { ...explanation, answer: relatedChanged },
    `answer\tstale: related_changed\nstale by\tm1, related as messages, changed ${since}\ndocument\t5`,
  ],
  [
    'documents put {"id":"x","state":{"t":1}}',
    'POST /namespaces/a%2Fb/documents',
    { upsert: [{ id: 'x', state: { t: 1 } }] },
    { ...written, documents: [{ id: 'x', version: 4 }] },
    'x\t4\n',
  ],
  [
    'documents get x y --include answers',
    'POST /namespaces/a%2Fb/documents/get',
    { ids: ['x', 'y'], include: ['answers'] },
    { documents: [{ id: 'x', answers: { late: answer } }], missing: [], remaining: [] },
    'id\tlate.value\tlate.p\tlate.calibrated\tlate.status\nx\tlate\t',
  ],
  [
    'documents delete x y x --yes',
    'POST /namespaces/a%2Fb/documents',
    { delete: [{ id: 'x' }, { id: 'y' }] },
    { ...written, deleted: 1, missing: 1 },
    '',
  ],
]);
