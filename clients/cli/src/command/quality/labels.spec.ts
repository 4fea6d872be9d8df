import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { json } from '@app/sdk/testing';
import { openCliRoom } from '../../testing/cli-room';

const room = openCliRoom();
const { server } = room;

const row = (answer: string) => ({
  answer,
  outcome: 'out_1',
  namespace: 'a/b',
  document: '=d',
  unit: 0,
  source: 'posted',
  hindsight: false,
  observed_at: '2026-03-18T12:00:00.000Z',
  value: true,
  escape: false,
  y: 1,
  raw: [0.6],
  calibrated: [0.5],
  score: null,
  weight: 1,
});
const page = (answer: string, more: object = {}) => ({
  version: 1,
  engine_version: 'e1',
  engine_source: 'built_in',
  type: 'bool',
  fit: 'fit_1',
  classes: [],
  floor: 0.005,
  labels: 2,
  sampled: false,
  snapshot: 'abc',
  rows: [row(answer)],
  next_cursor: null,
  ...more,
});
const names = [
  'answer,outcome,namespace,document,unit,engine_version,source,hindsight,observed_at',
  'value,escape,y,score,weight,floor,engine_source,raw,calibrated',
].join(',');
const line = (answer: string) =>
  `${answer},out_1,a/b,'=d,0,e1,posted,false,2026-03-18T12:00:00.000Z,true,false,1,,1,0.005,built_in,0.6,0.5\r\n`;

it('labels export writes the labels of every page as one table, and keeps a file that is there [ST-F3]', async () => {
  const file = join(room.terminal.home, 'labels.csv');
  server.play(json(200, page('ans_1', { next_cursor: 'x' })), json(200, page('ans_2')));
  const { code, err } = await room.terminal.run(['labels', 'export', file, '-j', 'late', '--engine-version', 'e1']);
  expect({ code, urls: server.heard.map(({ url }) => url.split('?')[1]) }).toEqual({
    code: 0,
    urls: ['engine_version=e1', 'engine_version=e1&cursor=x'],
  });
  expect(readFileSync(file, 'utf8')).toBe(`${names}\r\n${line('ans_1')}${line('ans_2')}`);
  expect(err).toContain('labels.csv: 2 labels');
  expect(await room.terminal.run(['labels', 'export', file, '-j', 'late'])).toMatchObject({ code: 5 });
});

it('labels export leaves no file when it is refused, and tells when labels changed meanwhile', async () => {
  const file = join(room.terminal.home, 'other.csv');
  server.play(
    json(200, page('ans_1', { next_cursor: 'x' })),
    json(403, { error: { code: 'forbidden', message: 'no' } }),
  );
  expect((await room.terminal.run(['labels', 'export', file, '-j', 'late'])).code).toBe(3);
  expect([existsSync(file), existsSync(`${file}.part`)]).toEqual([false, false]);
  server.play(json(200, page('ans_1', { next_cursor: 'x' })), json(200, page('ans_2', { snapshot: 'other' })));
  const { out, err } = await room.terminal.run(['labels', 'export', '-', '-j', 'late']);
  expect(out).toBe(`${names}\r\n${line('ans_1')}${line('ans_2')}`);
  expect(err).toContain('Labels changed while they were read');
});
