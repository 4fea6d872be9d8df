import { findKey } from './first-organization';

describe('key of the first organization', () => {
  it('is found in the reply of the operator', () => {
    expect(findKey('{"id":"key_1","secret":"s"}\n')).toBe('s');
    expect(findKey('note\n{\n "api_key": "a"\n}\n')).toBe('a');
  });

  it('is not made up', () => {
    expect(findKey('')).toBeUndefined();
    expect(findKey('{"id":"key_1"}')).toBeUndefined();
  });
});
