import { openCliRoom } from '../../testing/cli-room';
import { itSendsAndShows } from '../../testing/command-cases';
import { latePath, page } from '../../testing/samples';

const room = openCliRoom();

itSendsAndShows(room, [
  [
    'outcomes list -j late',
    `GET ${latePath}/outcomes`,
    null,
    page('outcomes', { id: 'out_1', document: 'x', value: true }),
    'x\ttrue',
  ],
  [
    'threshold recommend -j late --target precision --at-least 0.9',
    `GET ${latePath}/thresholds/recommendation?on=p&target=precision&at_least=0.9`,
    null,
    { threshold: 0.7, holds: false, labels_needed: 40, precision: { value: 0.91234, interval: [0.8, 1] } },
    'on\tp, raw\nthreshold\t0.7\nholds\tfalse\nprecision\t0.912 (0.8..1)\nlabels needed\t40',
  ],
  [
    'threshold recommend -j late --target cost --cost-false-positive 1 --cost-false-negative 4',
    `GET ${latePath}/thresholds/recommendation?on=p&target=cost&cost_false_positive=1&cost_false_negative=4`,
    null,
    {
      threshold: 0.4,
      holds: null,
      cost: 30,
      n: 100,
      documents: 80,
      decision: {
        rows: [
          {
            flags: 'recommended',
            name: null,
            threshold: 0.4,
            cost: 0.3,
            cost_interval: [0.2, 0.45],
            saves: null,
            saves_interval: null,
          },
          {
            flags: 'in_force',
            name: 'alarm',
            threshold: 0.6,
            cost: 0.5,
            cost_interval: [0.3, 0.7],
            saves: 0.2,
            saves_interval: [0.05, 0.35],
          },
          {
            flags: 'none',
            name: null,
            threshold: null,
            cost: 1.8,
            cost_interval: null,
            saves: 1.5,
            saves_interval: null,
          },
        ],
        curve: [],
      },
    },
    'threshold\t0.4\ncost\t30\nlabels\t100\ndocuments\t80\n' +
      'flags\tthreshold\tcost of an answer\tthe recommended saves\n' +
      'recommended\t0.4\t0.3 (0.2..0.45)\t\nalarm\t0.6\t0.5 (0.3..0.7)\t0.2 (0.05..0.35)\nnone\t\t1.8\t1.5\n',
  ],
  [
    'alternatives add -j late {"question":"Late?"}',
    `POST ${latePath}/alternatives`,
    { definition: { question: 'Late?' } },
    { id: 'alt_1', differs: ['question'] },
    'alt_1: question',
  ],
  ['alternatives remove -j late alt_1 --yes', `DELETE ${latePath}/alternatives/alt_1`, null, { deleted: true }, ''],
  [
    'alternatives drafts -j late',
    `POST ${latePath}/alternatives/drafts`,
    null,
    { drafts: [{ question: 'Is it late?', criteria: null }] },
    'Is it late?',
  ],
  [
    'alternatives quote -j late',
    `GET ${latePath}/alternatives`,
    null,
    { message: 'Wait.', quote: { generation: 3, status: 'ready', judgment_units: 5, cost_usd: 0.1, alternatives: [] } },
    'generation\t3\nstatus\tready\nunits\t5\nusd\t0.1',
  ],
]);
