import type { Schema } from '@app/sdk/client';
import { columnsOf } from './column';
import { suitedStarters } from './suited';

type Starter = Schema<'StarterView'>;

/** A starter that reads paths; one with a question mark is optional. */
const starter = (id: string, ...paths: string[]) =>
  ({
    id,
    placeholders: paths.map((named) => {
      const [name, example] = named.replace('?', '').split(' ');
      return { name, kind: 'path', description: '', example, optional: named.endsWith('?') };
    }),
  }) as unknown as Starter;

const all = [
  starter('content.sentiment', 'body state.text', 'title state.title?'),
  starter('operations.late_delivery', 'note state.note', 'carrier attributes.carrier?'),
  starter('risk.spam', 'message state.message', 'sender attributes.sender?'),
  starter('risk.overdue', 'note state.note', 'open_days attributes.open_days'),
  starter('support.refund_request', 'body state.body', 'subject state.subject?'),
];
const ranked = (document: object) => suitedStarters(all, columnsOf([document]));
const text = 'The parcel came late and I want my money back.';

it('puts starters first whose columns the documents have, with the columns filled in and the reason [STR-04] [DASH-06]', () => {
  const [first, ...rest] = ranked({ attributes: { sender: 'a@b.example' }, state: { message: text } });
  expect([first.starter.id, first.paths, first.isReady]).toEqual([
    'risk.spam',
    { message: 'state.message', sender: 'attributes.sender' },
    true,
  ]);
  expect(first.reason).toBe('Your documents have message and sender.');
  expect(rest.map(({ starter }) => starter.id)).toHaveLength(all.length - 1);
});

it('reads sentences under any name, and says so [STR-04] [DASH-06]', () => {
  const list = ranked({ state: { Anliegen: text, status: 'open' } });
  const refund = list.find(({ starter }) => starter.id === 'support.refund_request');
  expect(refund?.paths).toEqual({ body: 'state.Anliegen' });
  expect(refund?.reason).toBe('It would read Anliegen as the body.');
  expect(list[0].isReady).toBe(true);
});

it('takes names of the same kind, and a column for one placeholder alone [STR-04] [DASH-06]', () => {
  const [refund] = ranked({ state: { comment: text, title: 'Refund' } }).filter(
    ({ starter }) => starter.id === 'support.refund_request',
  );
  expect(refund.paths).toEqual({ body: 'state.comment', subject: 'state.title' });
});

it('puts last what needs a column that is not there, and names it [STR-04] [DASH-06]', () => {
  const overdue = ranked({ state: { note: text } }).find(({ starter }) => starter.id === 'risk.overdue');
  expect(overdue?.isReady).toBe(false);
  expect(overdue?.reason).toBe('It needs open_days, and no column fits: choose one.');
  const last = ranked({ attributes: { n: 4 } });
  expect(last.every(({ isReady }) => !isReady)).toBe(true);
  expect(ranked({ attributes: { open_days: '40' }, state: { note: text } })[0].starter.id).toBe('risk.overdue');
});
