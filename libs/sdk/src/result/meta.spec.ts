import { metaOf } from './meta';

const nextOf = (link?: string) =>
  metaOf({ status: 200, headers: new Headers(link === undefined ? {} : { link }) }, '', 1, null).next;

it('names the cursor of the next file or table, as the header says it', () => {
  expect(nextOf('</v1/organization/audit/export?format=csv&cursor=a%2Bb>; rel="next"')).toBe('a+b');
  expect([nextOf(), nextOf('</v1/usage?cursor=a>; rel="prev"'), nextOf('</v1/usage>; rel="next"')]).toEqual([
    null,
    null,
    null,
  ]);
});
