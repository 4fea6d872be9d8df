import { Problem } from '@app/problem';
import { linesOf, printPart } from './printed';

const part = (read: () => Promise<object>) => printPart({ title: 'queue', from: 'judgments', read });
const failing = (error: Error) => () => Promise.reject(error);

it('prints each member that has a value by its path [O-STALE]', () => {
  const reply = { paused: false, last: null, queue: [{ lane: 'fanout', due_at: null }], fanout: { used: 0 } };
  expect(linesOf(reply)).toEqual(['  paused: false', '  queue.0.lane: fanout', '  fanout.used: 0']);
});

it('names who does not answer, says what is refused, and hides no defect [O-STALE]', async () => {
  expect(await part(async () => ({ a: 1 }))).toBe('queue\n  a: 1');
  expect(await part(async () => ({}))).toBe('queue\n  nothing');
  expect(await part(failing(new Problem('unavailable', 'away')))).toBe('queue\n  no answer from judgments');
  expect(await part(failing(new Problem('not_found', 'There is no judgment.')))).toBe('queue\n  There is no judgment.');
  await expect(part(failing(new TypeError('a defect')))).rejects.toThrow('a defect');
});
