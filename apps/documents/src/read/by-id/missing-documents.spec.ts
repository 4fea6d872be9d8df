import { documentsMissing } from './missing-documents';

it('names the documents that do not exist, three of many, and says when the others were judged [CLI-A2]', () => {
  const usage = { judgment_units: 2, tokens: 9, cost_usd: 0.004, by_judgment: { late: 2 } };
  const one = documentsMissing(['T-7'], usage);
  expect(one.message).toBe(
    'There is no document `T-7` here; leave it out, or write it first. The others were judged, and charged.',
  );
  expect(one.details).toEqual({ documents: ['T-7'], usage });
  expect(documentsMissing(['a', 'b']).message).toBe(
    'There are no documents `a` and `b` here; leave them out, or write them first.',
  );
  const ids = Array.from({ length: 100 }, (_, n) => `d${n}`);
  const many = documentsMissing(ids, null);
  expect(many.message).toContain('`d0`, `d1`, `d2` and 97 more here');
  expect(many.details).toEqual({ documents: ids });
});
