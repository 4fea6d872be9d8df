import type { Schema } from '@app/sdk';
import { json } from '@app/sdk/testing';
import { openCliRoom } from '../../testing/cli-room';
import { cellsOf } from '../call/answer-cells';

const room = openCliRoom();
const epoch = { engine_version: 'current+2026-03-02.1', engine_source: 'built_in' };

it('an answer of the built-in engine says so beside its number [CLI-A1]', () => {
  const status = (more: object) => {
    const answer = { type: 'bool', status: 'fresh', p: 0.25, ...more } as unknown as Schema<'AnswerView'>;
    return cellsOf.bool.map(([, cell]) => cell(answer)).at(-1);
  };
  expect(status({ engine_source: 'built_in' })).toBe('fresh, built-in');
  expect(status({ engine_source: 'hosted' })).toBe('fresh');
  expect(status({ engine_source: 'built_in', status: 'stale' })).toBe('stale, built-in');
});

it('tables of judgments, reports, thresholds and alternatives say built-in in the place of the model [CLI-A1]', async () => {
  const definition = { type: 'bool', question: 'Late?', engine: { name: 'jev', version: 'current' } };
  const judgment = { name: 'late', active_version: 1, definition, freshness: {}, stats: {} };
  const list = {
    judgments: [
      { ...judgment, engine_source: 'built_in' },
      { ...judgment, engine_source: 'hosted' },
    ],
  };
  room.server.play(json(200, list));
  const { out } = await room.terminal.run(['judgments', 'list']);
  expect(out.split('\n').map((line) => line.split('\t')[3])).toEqual(['engine', 'built-in', 'jev current', undefined]);
  const report = {
    ...epoch,
    type: 'bool',
    labels: { count: 120 },
    held_out: { raw: null, calibrated: null },
    bins: [],
    thresholds: {},
    notices: [],
  };
  room.server.play(json(200, report));
  expect((await room.terminal.run(['report', '-j', 'late'])).out).toContain('engine\tbuilt-in current+2026-03-02.1\n');
  room.server.play(json(200, { ...epoch, version: 1, status: 'ready', alternatives: [], message: '' }));
  const table = await room.terminal.run(['alternatives', 'list', '-j', 'late']);
  expect(table.out).toContain('engine\tbuilt-in current+2026-03-02.1\n');
  room.server.play(json(200, { ...epoch, threshold: 0.5, holds: true, n: 40, notices: [] }));
  const found = await room.terminal.run([
    'threshold',
    'recommend',
    '-j',
    'late',
    '--target',
    'recall',
    '--at-least',
    '0.9',
  ]);
  expect(found.out).toContain('engine\tbuilt-in current+2026-03-02.1\n');
});

it('judgments built-in lists what a model could answer anew, and the job that asks [CLI-A1]', async () => {
  const row = { namespace: 'a/b', name: 'late', engine: { name: 'jev', version: 'current' }, engine_source: 'hosted' };
  const rows = [
    { ...row, answers: 20, at_least: true, job: { id: 'job_j1' } },
    { ...row, answers: null, at_least: false, job: null },
  ];
  room.server.play(json(200, { judgments: rows, more: false }));
  const { out } = await room.terminal.run(['judgments', 'built-in']);
  expect(out).toContain('a/b\tlate\tjev current\thosted\tat least 20\tjob_j1\n');
  expect(out).toContain('a/b\tlate\tjev current\thosted\t\t\n');
});
