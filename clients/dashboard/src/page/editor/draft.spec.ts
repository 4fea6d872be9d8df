import type { Schema } from '@app/sdk/client';
import { bodyOf, emptyDraft, linesOf, readDraft } from './draft';

const starters = [
  {
    id: 'support.topic',
    placeholders: [
      { name: 'body', kind: 'path' },
      { name: 'days', kind: 'number' },
      { name: 'topics', kind: 'option_list' },
    ],
  },
] as unknown as Schema<'StarterView'>[];

it('makes nothing of a draft without a name or a question', () => {
  expect(bodyOf(emptyDraft, starters)).toBeNull();
  expect(bodyOf({ ...emptyDraft, name: 'late' }, starters)).toBeNull();
});

it('asks for what is typed, and leaves out what is not', () => {
  const draft = { ...emptyDraft, name: 'late', question: 'Is it late?' };
  const freshness = { policy: 'on_read' };
  expect(bodyOf(draft, starters)).toEqual({ name: 'late', type: 'bool', question: 'Is it late?', freshness });
  const choice = { ...draft, type: 'choice' as const, options: 'billing: Invoices: all\n\nother', fields: 'state.a\n' };
  expect(bodyOf(choice, starters)).toMatchObject({
    context: { fields: ['state.a'] },
    options: [
      { value: 'billing', description: 'Invoices: all' },
      { value: 'other', description: '' },
    ],
    escape: { description: 'None of these' },
  });
  const score = { ...draft, type: 'score' as const, levels: '1: low\n2: high' };
  expect(bodyOf(score, starters)).toMatchObject({ levels: [{ value: 1 }, { value: 2 }] });
});

it('fills the placeholders of a starter by their kinds', () => {
  const placeholders = { body: ' state.body ', days: '30', topics: 'billing: Invoices', unknown: 'x' };
  const body = bodyOf({ ...emptyDraft, name: 'topic', starter: 'support.topic', placeholders }, starters);
  expect(body?.from_starter).toEqual({
    id: 'support.topic',
    placeholders: { body: 'state.body', days: 30, topics: [{ value: 'billing', description: 'Invoices' }] },
  });
});

it('reads a draft of before, also one of an earlier page', () => {
  expect(readDraft(null)).toBeNull();
  expect(readDraft('{"name":"late"}')).toEqual({ ...emptyDraft, name: 'late' });
  expect(linesOf(' \n')).toEqual([]);
});
