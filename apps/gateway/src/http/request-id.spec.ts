import { requestIdOf } from './request-id';

const idOf = (sent?: string | string[]) => requestIdOf({ headers: { 'x-request-id': sent as string } });

it('the id of a request is the one that its caller sent [ERR-03]', () => {
  for (const sent of ['4bf92f3577b34da6', 'a-b_c.d:e/f+g=', 'x'.repeat(128)]) expect(idOf(sent)).toBe(sent);
});

it('an id that cannot stand in a log is replaced by one of ours, as is none [ERR-03]', () => {
  for (const sent of [undefined, '', 'x'.repeat(129), 'a b', 'a"b', 'a\nb', 'ü', '{}']) {
    expect(idOf(sent)).toMatch(/^req_[0-9a-f]{32}$/);
  }
});
