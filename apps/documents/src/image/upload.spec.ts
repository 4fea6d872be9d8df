import { maxImageBytes } from '@app/contracts';
import { bytesOf } from './upload';

describe('bytesOf', () => {
  it('reads base64 with its padding, up to the largest image [DOC-11]', () => {
    for (const bytes of ['a', 'ab', 'abc', 'abcd']) {
      expect(bytesOf(Buffer.from(bytes).toString('base64')).toString()).toBe(bytes);
    }
    expect(bytesOf(Buffer.alloc(maxImageBytes, 7).toString('base64'))).toHaveLength(maxImageBytes);
  });

  it.each(['', '=', 'a', 'abc', '====', 'a===', 'ab=c', 'ab c', 'ab-_', 'abcé'])('refuses %j [DOC-11]', (data) => {
    expect(() => bytesOf(data)).toThrow('not base64');
  });
});
