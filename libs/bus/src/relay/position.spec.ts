import { Position, covers, passedBy } from './position';

const family = 'platform.event.raised.>';
const part = 'platform.event.raised.webhook-endpoint.*.v1';
const position = (filter: string, floor: number): Position => ({ filter, floor, delivered: floor, behind: 0 });

it.each([
  ['documents.document.deleted.v1', 'documents.document.deleted.v1', true],
  ['documents.document.deleted.v1', 'documents.document.deleted.v2', false],
  ['documents.document.deleted.v1', 'documents.document.deleted', false],
  [family, 'platform.event.raised.answer.flipped.v1', true],
  [family, 'platform.event.raised', false],
  [family, 'platform.event.raisedtoo.v1', false],
  [part, 'platform.event.raised.webhook-endpoint.disabled.v1', true],
  [part, 'platform.event.raised.webhook-endpoint.v1', false],
  [part, 'platform.event.raised.webhook-endpoint.disabled.now.v1', false],
])('%s covers %s: %s', (pattern, subject, expected) => {
  expect(covers(pattern, subject)).toBe(expected);
});

it('what all durables have passed is asked of those that hear the subject', () => {
  const positions = [position(family, 70), position(part, 3)];
  expect(passedBy(positions, 'platform.event.raised.webhook-endpoint.disabled.v1')).toBe(3);
  expect(passedBy(positions, 'platform.event.raised.answer.flipped.v1')).toBe(70);
  expect(passedBy([position(part, 3)], 'platform.event.raised.answer.flipped.v1')).toBe(Infinity);
});
