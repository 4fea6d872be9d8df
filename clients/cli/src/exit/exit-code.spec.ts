import { EXIT } from '@app/commands';
import { exitCodeOf } from './exit-code';

describe('exit codes', () => {
  it.each([
    [undefined, EXIT.unavailable],
    [400, EXIT.failed],
    [401, EXIT.signIn],
    [402, EXIT.plan],
    [403, EXIT.signIn],
    [404, EXIT.notFound],
    [409, EXIT.conflict],
    [422, EXIT.failed],
    [429, EXIT.unavailable],
    [500, EXIT.unavailable],
    [503, EXIT.unavailable],
  ])('a response with status %s ends the command with %s', (status, code) => {
    expect(exitCodeOf(status)).toBe(code);
  });
});
