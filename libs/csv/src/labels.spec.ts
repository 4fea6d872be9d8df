import { csvLines } from './csv';
import { LabelLine, labelCells, labelColumns } from './labels';

const label: LabelLine = {
  answer: 'ans_1',
  outcome: 'out_1',
  namespace: 'acme',
  document: '=cmd("x")',
  unit: 0,
  source: 'posted',
  hindsight: false,
  observed_at: '2026-03-18T12:00:00.000Z',
  value: '@late, or not',
  escape: false,
  y: 0,
  raw: [0.5, 0.25, -0],
  calibrated: null,
  score: null,
  weight: 1.5,
};

it('labels of a choice have a column for each class, raw and calibrated [ST-F3]', () => {
  const head = { engine_version: 'e1', engine_source: 'built_in', classes: ['=a', 'b', null], floor: 0.005 };
  expect(labelColumns(head).slice(-6)).toEqual(
    ['raw', 'calibrated'].flatMap((kind) => [`${kind}.=a`, `${kind}.b`, `${kind} escape`]),
  );
  expect(csvLines([labelCells(head, label)])).toBe(
    `ans_1,out_1,acme,"'=cmd(""x"")",0,e1,posted,false,2026-03-18T12:00:00.000Z,"'@late, or not",false,0,,1.5,0.005,built_in,0.5,0.25,0,,,\r\n`,
  );
  expect(labelColumns({ ...head, classes: [] }).slice(-2)).toEqual(['raw', 'calibrated']);
});
