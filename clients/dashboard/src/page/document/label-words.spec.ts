import { labelOf, labelledText } from './label-words';

it('labels the answer that is shown, or the first one to come [OUT-01]', () => {
  expect(labelOf('o1', 'ans_1', { value: false })).toEqual({ document: 'o1', value: false, answer: 'ans_1' });
  expect(labelOf('o1', null, { escape: true })).toEqual({ document: 'o1', escape: true, as_of: 'latest' });
  expect(labelOf('o1', 'ans_1', { value: 0 })).toEqual({ document: 'o1', value: 0, answer: 'ans_1' });
});

it('says what became of a label', () => {
  const posted = { recorded: 0, replaced: 0, unchanged: 0, matched: 0, unmatched: [] };
  expect([
    labelledText('yes', { ...posted, recorded: 1, matched: 1 }),
    labelledText('yes', { ...posted, replaced: 1, matched: 1 }),
    labelledText('yes', { ...posted, unchanged: 1, matched: 1 }),
    labelledText('yes', { ...posted, recorded: 1, unmatched: [{ document: 'o1', reason: 'no_answer_at_as_of' }] }),
  ]).toEqual([
    'Labelled “yes”.',
    'Label changed to “yes”.',
    'Already labelled “yes”.',
    'Labelled “yes”. It counts once the document has an answer.',
  ]);
});
