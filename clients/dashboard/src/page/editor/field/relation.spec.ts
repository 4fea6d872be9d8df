import { joinOf, newName } from './relation';

it('joins by each of the ways in which documents are found [REL-01] [REL-02]', () => {
  expect(joinOf('pointer', 'attributes.customer')).toEqual({ theirs: 'id', mine: 'attributes.customer' });
  expect(joinOf('entity', 'attributes.customer')).toEqual({ theirs: 'attributes.customer', mine: 'id' });
  expect(joinOf('block', 'attributes.email')).toEqual({ theirs: 'attributes.email', mine: 'attributes.email' });
  expect([newName('block', []), newName('block', ['same', 'same_2'])]).toEqual(['same', 'same_3']);
});
