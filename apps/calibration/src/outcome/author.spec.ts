import { authorView, personOf } from './author';

it('an author is shown by kind and id, and only a person tells outcomes apart [OUT-09]', () => {
  expect(authorView('user:acc_1')).toEqual({ type: 'user', id: 'acc_1' });
  expect(authorView('key:key_1')).toEqual({ type: 'key', id: 'key_1' });
  expect(['rule', 'implicit', null].map(authorView)).toEqual([
    { type: 'rule', id: null },
    { type: 'implicit', id: null },
    null,
  ]);
  expect(['user:acc_1', 'key:key_1'].map(personOf)).toEqual(['user:acc_1', null]);
});
