import { answersIn, answersText, joinOf, newName } from './relation';

it('joins by each of the ways in which documents are found [REL-01] [REL-02]', () => {
  expect(joinOf('pointer', 'attributes.customer')).toEqual({ theirs: 'id', mine: 'attributes.customer' });
  expect(joinOf('entity', 'attributes.customer')).toEqual({ theirs: 'attributes.customer', mine: 'id' });
  expect(joinOf('block', 'attributes.email')).toEqual({ theirs: 'attributes.email', mine: 'attributes.email' });
  expect([newName('block', []), newName('block', ['same', 'same_2'])]).toEqual(['same', 'same_3']);
});

it('prints answers about related documents as lines, and reads them back [REL-06]', () => {
  const answers = [
    { judgment: 'late', bands: [0.3, 0.7] },
    { judgment: 'mood', field: 'normalized' as const, cut: 0.5 },
    { judgment: 'topic', value: true },
  ];
  expect(answersText(answers)).toBe('late: 0.3, 0.7\nmood.normalized: cut 0.5\ntopic: value');
  expect(answersIn(`${answersText(answers)}\n\n`)).toEqual(answers);
  expect(answersIn('late')).toEqual([{ judgment: 'late', bands: [] }]);
});
