import { previousForMs } from './rotation.service';

const refusal = (text: string): unknown => {
  try {
    return previousForMs(text);
  } catch (error) {
    const { code, details } = error as { code: string; details: object };
    return { code, ...details };
  }
};

describe('how long a previous secret stays valid', () => {
  it.each([
    [undefined, 24 * 3_600_000],
    ['0s', 0],
    ['0d', 0],
    ['1500ms', 1_500],
    ['90m', 5_400_000],
    ['7d', 604_800_000],
    ['604800s', 604_800_000],
  ])('%s is %i ms [SIG-04] [SIG-07]', (text, ms) => {
    expect(previousForMs(text)).toBe(ms);
  });

  it.each(['604801s', '8d', '169h', '604800001ms'])('%s is past seven days [SIG-04]', (text) => {
    expect(refusal(text)).toEqual({ code: 'invalid_request', reason: 'bad_bounds', path: '/previous_valid_for' });
  });

  it.each(['', '-1s', '1', '1w', '1.5h', ' 1h', '7D', 'PT24H'])('%j is no duration [SIG-07]', (text) => {
    expect(refusal(text)).toEqual({ code: 'invalid_request', reason: 'bad_duration', path: '/previous_valid_for' });
  });
});
