import { Writable } from 'node:stream';
import { createLogger } from './logger';

describe('a line of the log', () => {
  /** Logs with a value that must not be seen, and returns the line. */
  function lineOf(members: object): string {
    let line = '';
    const out = new Writable({
      write(chunk: Buffer, _, done) {
        line += chunk.toString();
        done();
      },
    });
    createLogger({ service: 'spec', replica: '0', level: 'info' }, out).info(members, 'said');
    return line;
  }

  it.each([
    ['at its top', { password: 'planted' }],
    ['a key at its top', { key: 'planted' }],
    ['three levels down', { request: { body: { endpoint: { secret: 'planted' } } } }],
    ['in a list', { endpoints: [{ secrets: ['planted'] }] }],
    [
      'in a header of any spelling',
      { request: { headers: { Authorization: 'Bearer planted', 'Set-Cookie': 'planted' } } },
    ],
    ['in an error', { err: Object.assign(new Error('no'), { details: { api_key: 'planted' } }) }],
    [
      'in the cause of an error',
      { err: new Error('no', { cause: Object.assign(new Error('why'), { token: 'planted' }) }) },
    ],
    ['in a setting', { config: { MASTER_KEY: 'planted' } }],
  ])('hides a secret %s [defect S-L9]', (_where, members) => {
    const line = lineOf(members);
    expect(line).not.toContain('planted');
    expect(JSON.parse(line)).toMatchObject({ msg: 'said', service: 'spec' });
  });

  it('shows the rest, and the stack of an error', () => {
    const line = lineOf({ err: new TypeError('what happened'), order: { key: 'state.note', n: 1 } });
    expect(JSON.parse(line)).toMatchObject({
      err: { type: 'TypeError', message: 'what happened', stack: expect.stringContaining('logger.spec') as string },
      order: { key: 'state.note', n: 1 },
    });
  });
});
