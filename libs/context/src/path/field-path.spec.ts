import fc from 'fast-check';
import { parseFieldPath, parseSteps, printPath } from './field-path';

describe('parseFieldPath', () => {
  it('parses the paths of a document [CTX-15]', () => {
    expect(parseFieldPath('id', '')).toEqual(['id']);
    expect(parseFieldPath('attributes.seller', '')).toEqual(['attributes', 'seller']);
    expect(parseFieldPath('state.a."b.c".d', '')).toEqual(['state', 'a', 'b.c', 'd']);
    expect(parseFieldPath('images.front', '')).toEqual(['images', 'front']);
  });

  it.each([
    '',
    'x',
    'id.a',
    'attributes.a.b',
    'images.a.b',
    'answers.late.p',
    'state.',
    '.state',
    'state..a',
    'state."a',
    'state."a"b',
    'state."\\x"',
  ])('refuses %j', (path) => {
    expect(() => parseFieldPath(path, '/context/fields/0')).toThrow(
      expect.objectContaining({
        code: 'invalid_request',
        details: expect.objectContaining({ reason: 'bad_path', path: '/context/fields/0' }) as unknown,
      }),
    );
  });

  it('parses what printPath writes', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1, maxLength: 6 }), (steps) => {
        expect(parseSteps(printPath(steps), '')).toEqual(steps);
      }),
    );
  });
});
