import { LabelTable } from '@app/contracts/calibration';
import { labelsCsv, linkToLabels } from './labels-csv';

const row: LabelTable['rows'][number] = {
  answer: 'ans_1',
  outcome: 'out_1',
  namespace: 'acme',
  document: '+1',
  unit: 0,
  source: 'queue',
  hindsight: false,
  observed_at: '2026-03-18T12:00:00.000Z',
  value: true,
  escape: false,
  y: 1,
  raw: [0.62],
  calibrated: [0.41],
  score: null,
  weight: 1.5,
};

it('labels as CSV have a line of names and no formula [ST-F3]', () => {
  const page: LabelTable = {
    version: 1,
    engine_version: 'e1',
    engine_source: 'built_in',
    type: 'bool',
    fit: 'fit_1',
    classes: [],
    floor: 0.005,
    labels: 1,
    sampled: false,
    snapshot: 'abc',
    rows: [row],
    next_cursor: null,
  };
  expect(labelsCsv(page)).toBe(
    'answer,outcome,namespace,document,unit,engine_version,source,hindsight,observed_at,value,escape,y,score,weight,floor,engine_source,raw,calibrated\r\n' +
      "ans_1,out_1,acme,'+1,0,e1,queue,false,2026-03-18T12:00:00.000Z,true,false,1,,1.5,0.005,built_in,0.62,0.41\r\n",
  );
});

it('a page of labels leads to the next one with what was asked', () => {
  const asked = { namespace: 'acme/*', judgment: 'late', sources: 'posted,queue', limit: 2 };
  expect(linkToLabels(asked, 'abc')).toBe(
    '</v1/namespaces/acme%2F*/judgments/late/calibration/labels?format=csv&cursor=abc&sources=posted%2Cqueue&limit=2>; rel="next"',
  );
});
