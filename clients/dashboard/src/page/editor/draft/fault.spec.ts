import { JudgmentError } from '@app/sdk/client';
import { faultAt, faultInList, faultOf, isShownByField, warningsAt } from './fault';

const refusal = (path?: string) =>
  new JudgmentError('Name a path of the document.', { code: 'invalid_request', status: 400, path });

it('lands on the field of the member that the service names, and on no other [JDG-02]', () => {
  const fault = faultOf(refusal('/context/fields/0'));
  expect(fault).toEqual({ path: '/context/fields/0', sentence: 'Name a path of the document.' });
  expect(faultAt(fault, '/context/fields')).toBe('Name a path of the document.');
  expect([faultAt(fault, '/context/related'), faultAt(fault, '/con'), faultAt(null, '/context')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect([faultOf(null), faultOf(refusal()), faultOf(new Error('x'))]).toEqual([null, null, null]);
});

it('lands on the row of a list, or on the list [JDG-02]', () => {
  const fault = { path: '/parts/1/name', sentence: 'Name it.' };
  expect([0, 1, null].map((at) => faultInList(fault, '/parts', at))).toEqual([undefined, 'Name it.', undefined]);
  expect(faultInList({ ...fault, path: '/parts' }, '/parts', null)).toBe('Name it.');
});

it('puts a warning at the field of the member that it is about [REL-F5]', () => {
  const warnings = ['/context/related/orders/fields/0', '/context/related/orders_2', '/applies_to'].map((path) => ({
    path,
  }));
  expect(warningsAt(warnings, ['/context/related/orders'])).toEqual([warnings[0]]);
  expect(warningsAt(warnings, ['/applies_to', '/engine'])).toEqual([warnings[2]]);
});

it.each([
  ['/question', 'bool', false, true],
  ['/parts/0', 'bool', false, true],
  ['/queue', 'bool', false, false],
  ['/options', 'choice', false, true],
  ['/options', 'bool', false, false],
  ['/escape/description', 'score', false, false],
  ['/levels/0', 'score', false, true],
  ['/levels/0', undefined, false, false],
  ['/from_starter/placeholders/body', 'bool', true, true],
  ['/from_starter/id', 'bool', true, false],
  ['/question', 'bool', true, false],
  ['/name', 'bool', true, true],
] as const)('%s of a %s, with a starter: %s, has a field: %s [JDG-02]', (path, type, hasStarter, isShown) => {
  expect(isShownByField({ path, sentence: '' }, { ...(type && { type }), hasStarter })).toBe(isShown);
});
