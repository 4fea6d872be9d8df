import { setFlagsFromString } from 'node:v8';
import { maxImageBytes } from '@app/contracts/documents';
import { bytesOf } from './upload';

const largest = Buffer.alloc(maxImageBytes, 7).toString('base64');

describe('bytesOf', () => {
  // First, since V8 keeps the code of a pattern that has run.
  it('reads the largest image in a process that has compiled too many patterns to optimize more [DOC-11]', () => {
    setFlagsFromString('--no-regexp-optimization');
    try {
      expect(bytesOf(largest)).toHaveLength(maxImageBytes);
    } finally {
      setFlagsFromString('--regexp-optimization');
    }
  });

  it('reads base64 with its padding, up to the largest image [DOC-11]', () => {
    for (const bytes of ['a', 'ab', 'abc', 'abcd']) {
      expect(bytesOf(Buffer.from(bytes).toString('base64')).toString()).toBe(bytes);
    }
    expect(bytesOf(largest)).toHaveLength(maxImageBytes);
  });

  it.each(['', '=', 'a', 'abc', '====', 'a===', 'ab=c', 'ab c', 'ab-_', 'abcé'])('refuses %j [DOC-11]', (data) => {
    expect(() => bytesOf(data)).toThrow('not base64');
  });
});
