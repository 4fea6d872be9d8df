import { invalid } from '@app/problem';
import type { Definition } from '../definition/definition';
import { mergeOutcomes, parseOutcomes } from './parse';

const common = { name: 'late', question: 'Late?', context: { fields: ['state'] }, engine: { name: 'jev' } };
const bool = { ...common, type: 'bool', horizon: '14d' } as unknown as Definition;
const choice = { ...common, type: 'choice', horizon: '0s', options: [{ value: 'a' }, { value: 'b' }] };
const candidates = { ...common, type: 'choice', horizon: '0s', options: { from: 'same', show: ['id'] } };
const score = { ...common, type: 'score', horizon: '0s', levels: [{ value: 1 }, { value: 5 }] };
const when = { 'attributes.closed': true };
const parseWhen = (filter: unknown, pointer: string) => {
  if ('no' in (filter as object)) throw invalid('path_not_allowed', pointer, 'No.');
};
const parse = (value: unknown, definition: unknown = bool) =>
  parseOutcomes(value, definition as Definition, parseWhen, '/outcomes');

describe('an outcome setting', () => {
  it('keeps its members as the client sent them, without empty ones [OUT-09]', () => {
    const whole = { rule: [{ value: true, when }], implicit: { after: '14d' } };
    expect(parse(whole)).toEqual(whole);
    expect(parse({ rule: [], implicit: null })).toEqual({});
    expect(parse({ rule: [{ escape: true, when }] }, choice)).toEqual({ rule: [{ escape: true, when }] });
    expect(parse({ rule: [{ value: 4.5, when }] }, score)).toEqual({ rule: [{ value: 4.5, when }] });
  });

  it.each([
    [{ rule: [{ value: 'd1', when }] }, candidates, 'path_not_allowed', '/outcomes/rule/0/value'],
    [{ rules: [] }, bool, 'unknown_field', '/outcomes/rules'],
    [{ rule: {} }, bool, 'bad_type', '/outcomes/rule'],
    [{ rule: Array(33).fill({ value: true, when }) }, bool, 'bad_length', '/outcomes/rule'],
    [{ rule: [{ value: true }] }, bool, 'missing_field', '/outcomes/rule/0/when'],
    [{ rule: [{ when }] }, bool, 'missing_field', '/outcomes/rule/0/value'],
    [{ rule: [{ value: null, when }] }, bool, 'bad_type', '/outcomes/rule/0/value'],
    [{ rule: [{ value: 'yes', when }] }, bool, 'bad_type', '/outcomes/rule/0/value'],
    [{ rule: [{ value: true, when: { no: 1 } }] }, bool, 'path_not_allowed', '/outcomes/rule/0/when'],
    [{ rule: [{ escape: true, when }] }, bool, 'bad_type', '/outcomes/rule/0/escape'],
    [{ rule: [{ value: 'a', escape: true, when }] }, choice, 'bad_type', '/outcomes/rule/0/escape'],
    [{ rule: [{ value: 'c', when }] }, choice, 'bad_enum', '/outcomes/rule/0/value'],
    [{ rule: [{ value: 6, when }] }, score, 'bad_bounds', '/outcomes/rule/0/value'],
    [{ implicit: { after: '30d' } }, choice, 'bad_type', '/outcomes/implicit'],
    [{ implicit: {} }, bool, 'missing_field', '/outcomes/implicit/after'],
    [{ implicit: { after: '13d' } }, bool, 'bad_bounds', '/outcomes/implicit/after'],
    [{ implicit: { after: 'soon' } }, bool, 'bad_duration', '/outcomes/implicit/after'],
  ])('refuses %j [OUT-09]', (value, definition, reason, path) => {
    const fault = expect.objectContaining({ details: expect.objectContaining({ reason, path }) });
    expect(() => parse(value, definition)).toThrow(fault);
  });

  it('is patched member by member [OUT-09]', () => {
    const current = { rule: [{ value: true, when }], implicit: { after: '30d' } };
    const merge = (patch: unknown) => mergeOutcomes(current, patch, bool, parseWhen, '/outcomes');
    expect(merge(null)).toEqual({});
    expect(merge({})).toEqual(current);
    expect(merge({ rule: null })).toEqual({ implicit: { after: '30d' } });
    expect(merge({ implicit: { after: '60d' } })).toEqual({ ...current, implicit: { after: '60d' } });
    expect(merge({ rule: [{ value: false, when }] })).toEqual({ ...current, rule: [{ value: false, when }] });
  });
});
