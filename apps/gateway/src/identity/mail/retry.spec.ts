import { failureOf, maxTries, waitAfterS } from './retry';

const smtpError = (over: object): Error => Object.assign(new Error('refused'), over);
const passing = { reason: 'x', isFinal: false };

describe('a mail that could not be sent', () => {
  it('is tried ten times in two days, with growing waits', () => {
    const waits = Array.from({ length: maxTries }, (_, i) => waitAfterS(i + 1, passing));
    expect(waits).toHaveLength(10);
    expect(waits.at(-1)).toBeNull();
    const real = waits.slice(0, -1).map(Number);
    expect(real).toEqual([...real].sort((a, b) => a - b));
    expect(real[0]).toBe(30);
    expect(real.reduce((sum, wait) => sum + wait, 0) / 3600).toBeCloseTo(46.7, 0);
  });

  it.each([
    ['the address is refused for good', { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550 }, true],
    ['the address is refused for now', { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 450 }, false],
    ['we may not send', { code: 'EENVELOPE', command: 'MAIL FROM', responseCode: 550 }, false],
    ['the login is wrong', { code: 'EAUTH', command: 'AUTH PLAIN', responseCode: 535 }, false],
    ['the server is away', { code: 'ECONNREFUSED' }, false],
  ])('ends at once only when the server refuses this address: %s', (_, error, isFinal) => {
    const failure = failureOf(smtpError(error));
    expect(failure).toEqual({ reason: `${error.code}: refused`, isFinal });
    expect(waitAfterS(1, failure)).toBe(isFinal ? null : 30);
  });

  it('keeps a reason on one short line', () => {
    expect(failureOf(new Error(`a\r\nb ${'x'.repeat(1000)}`)).reason).toMatch(/^Error: a b x{1,290}$/);
    expect(failureOf('odd')).toEqual({ reason: 'odd', isFinal: false });
  });
});
