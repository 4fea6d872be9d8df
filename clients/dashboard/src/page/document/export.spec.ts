import type { Document, TableColumn } from './column';
import { csvOf, jsonlOf } from './export';

const columns: TableColumn[] = [
  { path: 'attributes.note', kind: 'attribute', name: 'note' },
  { path: 'answers.late', kind: 'answer', name: 'late' },
];
const documents = [
  { id: '=1', attributes: { note: '@x' }, answers: { late: { p: 0.25, status: 'fresh', engine_source: 'built_in' } } },
  { id: 'b', attributes: { note: ['a', 'b'] } },
] as unknown as Document[];

it('writes the columns of the table, and nothing that a spreadsheet runs; an answer says what answered [CLI-A1]', () => {
  expect(csvOf(documents, columns)).toBe(
    'id,attributes.note,answers.late.p,answers.late.value,answers.late.score,answers.late.status,answers.late.engine_source\r\n' +
      "'=1,'@x,0.25,,,fresh,built_in\r\n" +
      'b,"[""a"",""b""]",,,,,\r\n',
  );
});

it('writes the calibrated numbers of an answer in columns of their own [ANS-08]', () => {
  const column: TableColumn = {
    path: 'answers.late.calibrated',
    kind: 'calibrated',
    name: 'late, …',
    judgment: 'late',
  };
  const read = [
    { id: 'a', answers: { late: { calibrated: { p: 0.75 } } } },
    { id: 'b', answers: { late: { calibrated: null } } },
  ];
  expect(csvOf(read as unknown as Document[], [column])).toBe(
    'id,answers.late.calibrated.p,answers.late.calibrated.value,answers.late.calibrated.score\r\na,0.75,,\r\nb,,,\r\n',
  );
});

it('writes each document as a line of JSON', () => {
  expect(
    jsonlOf(documents)
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown),
  ).toEqual(documents);
});
