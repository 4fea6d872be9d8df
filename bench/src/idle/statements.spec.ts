import { parseSent } from './statements';

it('statements are read with their account, by name or by how they begin, once also when they have several lines', () => {
  const log = `sent by gateway LOG:  execute admission-revision: select value
    from admission_revision
sent by gateway DETAIL:  parameters: $1 = 'a'
sent by billing LOG:  statement: begin
sent by billing LOG:  execute <unnamed>: select 1
sent by [unknown] LOG:  connection received
`;
  expect(parseSent(log)).toEqual([
    { by: 'gateway', what: 'admission-revision' },
    { by: 'billing', what: 'begin' },
    { by: 'billing', what: 'select 1' },
  ]);
});
