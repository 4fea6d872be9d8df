import type { Schema } from '@app/sdk/client';
import {
  aggregateText,
  bandsText,
  failureText,
  keyText,
  lagText,
  numberText,
  sortedBy,
  writtenText,
} from './group-words';

const row = (key: string | null, risk: number | null, overflow?: true): Schema<'GroupValue'> => ({
  key,
  documents: 1,
  stale: 0,
  aggregates: { risk },
  ...(overflow && { overflow }),
});

it('says what an aggregate keeps [GRP-01]', () => {
  expect(aggregateText({ aggregate: 'count' })).toBe('count');
  expect(aggregateText({ aggregate: 'mean', path: 'answers.late.p' })).toBe('mean of answers.late.p');
  expect(aggregateText({ aggregate: 'share', where: { 'attributes.open': true } })).toBe(
    'share where {"attributes.open":true}',
  );
});

it('says how far a group is behind, also while it is counted anew [GRP-05]', () => {
  const nowMs = Date.parse('2026-11-25T10:00:00Z');
  expect(lagText({ status: 'ready', as_of: '2026-11-25T09:59:58Z' }, nowMs)).toBe('2 s');
  expect(lagText({ status: 'ready', as_of: '2026-11-25T10:00:01Z' }, nowMs)).toBe('0 s');
  expect(lagText({ status: 'building', as_of: '2026-11-25T09:00:00Z' }, nowMs)).toBe(
    'being recounted; values are 1 h old',
  );
  expect(lagText({ status: 'building', as_of: null }, nowMs)).toBe('being counted');
  expect(lagText({ status: 'ready', as_of: null }, nowMs)).toBe('–');
});

it('orders rows by an aggregate, those without a number last and the further keys after all [GRP-05]', () => {
  const rows = [row(null, 9, true), row('a', 2), row('b', null), row('c', 7)];
  const keys = (direction: 'asc' | 'desc') => sortedBy(rows, 'risk', direction).map(keyText);
  expect(keys('asc')).toEqual(['a', 'c', 'b', 'other keys']);
  expect(keys('desc')).toEqual(['c', 'a', 'b', 'other keys']);
});

it('names the bands of a summary and shows numbers without inventing one [GRP-03]', () => {
  expect(bandsText([1, 5])).toBe('below 1, 1 to below 5, 5 or more');
  expect([bandsText([0.5]), bandsText([])]).toEqual(['below 0.5, 0.5 or more', '–']);
  expect([numberText(1234.56789), numberText(null)]).toEqual(['1,234.5679', '–']);
});

it('says why a summary is not written, and what mends it [REL-F4]', () => {
  const failing = { into: 'acme/board', failing_tenant: 'acme/t1' };
  expect(failureText({ ...failing, failure: 'document_exists' })).toBe(
    'acme/board has a document acme/t1 that this summary did not make; delete it, or write the summary into another namespace.',
  );
  expect(failureText({ into: 'acme/board', failing_tenant: null, failure: 'summary_overlaps' })).toBe(
    'An older summary of an overlapping prefix is written into acme/board; delete one of the two.',
  );
  expect(failureText({ ...failing, failure: 'state_bytes' })).toBe('acme/t1: state_bytes.');
  expect(writtenText({ failing_since: null, failing_tenant: null })).toBe('yes');
  expect(writtenText({ failing_since: '2026-11-28T00:00:00Z', failing_tenant: null })).toBe('no');
});
