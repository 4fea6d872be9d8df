import type { Schema } from '@app/sdk/client';
import { bodyOf, type Draft, draftFrom, draftOf, emptyDraft, requestOf, withStarter, withType } from './draft';
import { keptDraft } from './kept-draft';

const starters = [
  {
    id: 'support.topic',
    placeholders: [
      { name: 'body', kind: 'path' },
      { name: 'days', kind: 'number', optional: true },
      { name: 'topics', kind: 'option_list' },
    ],
  },
] as unknown as Schema<'StarterView'>[];
const late: Draft = { ...emptyDraft, body: { ...emptyDraft.body, name: 'late', question: 'Is it late?' } };

it('makes nothing of a draft without a name or a question', () => {
  expect(bodyOf(emptyDraft, starters)).toBeNull();
  expect(bodyOf({ ...emptyDraft, body: { name: 'late', question: ' ' } }, starters)).toBeNull();
});

it('asks for what is typed, and leaves out what is not', () => {
  const body = { ...late.body, criteria: '', context: { fields: [] }, applies_to: {}, escape: { description: '' } };
  expect(bodyOf({ ...late, body }, starters)).toEqual({
    name: 'late',
    type: 'bool',
    question: 'Is it late?',
    freshness: { policy: 'on_read' },
  });
  const parts = [{ name: 'a', question: 'A?' }];
  expect(bodyOf({ ...late, body: { ...late.body, parts, context: { fields: ['state.a'] } } }, starters)).toMatchObject({
    parts,
    context: { fields: ['state.a'] },
  });
});

it('leaves the settings of a judgment alone that gets a version [JDG-07]', () => {
  const body = { ...late.body, thresholds: { alarm: 0.5 }, outcomes: { implicit: { after: '1d' } } };
  expect(bodyOf({ ...late, body }, starters, true)).toEqual({ name: 'late', type: 'bool', question: 'Is it late?' });
});

it('fills the placeholders of a starter by their kinds, and keeps settings beside it', () => {
  const topics = [{ value: 'billing:all', description: 'Invoices' }];
  const placeholders = { body: ' state.body ', days: '30', topics, unknown: 'x' };
  const body = { ...late.body, thresholds: { alarm: 0.5 } };
  expect(bodyOf({ starter: 'support.topic', placeholders, body }, starters)).toEqual({
    name: 'late',
    freshness: { policy: 'on_read' },
    thresholds: { alarm: 0.5 },
    from_starter: {
      id: 'support.topic',
      placeholders: { body: 'state.body', days: 30, topics },
    },
  });
});

it('asks for nothing while a placeholder that the starter needs is empty [STR-06]', () => {
  const started = { ...late, starter: 'support.topic', placeholders: { body: 'state.body', topics: ' ' } };
  expect(bodyOf(started, starters)).toBeNull();
  expect(bodyOf({ ...started, placeholders: { body: 'state.body', topics: 'a' } }, starters)?.from_starter).toEqual({
    id: 'support.topic',
    placeholders: { body: 'state.body', topics: [{ value: 'a' }] },
  });
});

it('keeps a draft of each judgment apart, and reads none of an earlier page', () => {
  const texts = new Map<string, string>();
  const kept = (ns: string, name: string) =>
    keptDraft(ns, name, {
      getItem: (key) => texts.get(key) ?? null,
      setItem: (key, text) => void texts.set(key, text),
      removeItem: (key) => void texts.delete(key),
    });
  kept('a', 'b c').keep(late);
  expect([kept('a', 'b c').read(), kept('a b', 'c').read()]).toEqual([late, null]);
  kept('a', 'b c').drop();
  expect(kept('a', 'b c').read()).toBeNull();
  texts.set('judgment.draft.["a","x"]', '{"name":"late"}');
  expect(kept('a', 'x').read()).toBeNull();
  // Such a draft was refused at each dry run, and no field said why.
  const stuck = { ...late, body: { ...late.body, options: [{ value: 'a' }] } };
  texts.set('judgment.draft.["a","y"]', JSON.stringify(stuck));
  expect(kept('a', 'y').read()).toMatchObject({ body: late.body, aside: { options: [{ value: 'a' }] } });
});

it('takes over a whole definition', () => {
  const definition = { name: 'late', type: 'bool', question: 'Late?' } as Schema<'JudgmentDefinition'>;
  expect(draftOf(definition).body).toEqual(definition);
});

it('sends no member of another type, and has it back with its type [JDG-02]', () => {
  const options = [{ value: 'a' }, { value: 'b' }];
  const escape = { description: 'Neither' };
  const choice: Draft = { ...late, body: { ...late.body, type: 'choice', options, escape } };
  const bool = { ...choice, ...withType(choice, 'bool') };
  expect(bodyOf(bool, starters)).toEqual({ ...late.body, type: 'bool' });
  expect(requestOf(bool, starters)).toEqual({ ...late.body, type: 'bool' });
  const score = { ...bool, ...withType(bool, 'score') };
  const levels = [{ value: 1, description: 'low' }];
  const levelled = { ...score, body: { ...score.body, levels } };
  const back = { ...levelled, ...withType(levelled, 'choice') };
  expect(bodyOf(back, starters)).toEqual({ ...late.body, type: 'choice', options, escape });
  expect(withType(back, 'score').body).toMatchObject({ type: 'score', levels });
});

it('shows a draft as one object, and reads that object back', () => {
  expect(draftFrom(requestOf(late, starters))).toEqual(late);
  const topics = [{ value: 'billing:all', description: 'Invoices' }];
  const placeholders = { body: 'state.body', days: '30', topics };
  const started: Draft = { starter: 'support.topic', placeholders, body: { name: 'topic', horizon: '1d' } };
  expect(requestOf(started, starters)).toMatchObject({ name: 'topic', from_starter: { placeholders: { days: 30 } } });
  expect(draftFrom(requestOf(started, starters))).toEqual(started);
});

it('takes the outcomes that a starter suggests away with it, and no others [OUT-08] [S-D1]', () => {
  const former = { ...starters[0], outcomes: { implicit: { after: '30d' } } };
  const taken: Draft = {
    ...late,
    starter: former.id,
    body: { ...late.body, outcomes: { implicit: { after: '30d' } } },
  };
  expect(withStarter(taken, former, 'other').body).toEqual({ ...late.body, outcomes: undefined });
  expect(withStarter({ ...taken, body: { outcomes: { rule: [] } } }, former, 'other')).toEqual({ starter: 'other' });
  expect(withStarter(taken, undefined, '')).toEqual({ starter: '' });
});

it('puts parts and features aside where the answer is no yes or no, and has them back [JDG-02]', () => {
  const composed: Draft = { ...late, body: { ...late.body, parts: [{ name: 'a', question: 'A?' }], features: [] } };
  const choice = { ...composed, ...withType(composed, 'choice') };
  expect(requestOf(choice, starters)).not.toHaveProperty('parts');
  expect({ ...choice, ...withType(choice, 'bool') }.body).toEqual(composed.body);
});
