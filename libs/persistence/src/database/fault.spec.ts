import { translateFault } from './fault';

describe('a fault of the database', () => {
  it.each(['EAI_AGAIN', 'ENOTFOUND', 'EHOSTUNREACH', 'ENETUNREACH', 'ECONNREFUSED', '25006', '57P01', '08006'])(
    '%s passes: the caller may try again [defect S-M8]',
    (code) => {
      const fault = Object.assign(new Error('the driver says so'), { code });
      expect(translateFault(fault)).toMatchObject({ code: 'unavailable', retryAfterS: 1 });
    },
  );

  it('passes too when a host name with several addresses refuses at each', () => {
    const each = ['ECONNREFUSED', 'ENETUNREACH'].map((code) => Object.assign(new Error(code), { code }));
    expect(translateFault(new AggregateError(each))).toMatchObject({ code: 'unavailable' });
  });

  it.each(['42703', '23505', '22P02'])('%s is a defect and stays what it is', (code) => {
    const fault = Object.assign(new Error('the server says so'), { code });
    expect(translateFault(fault)).toBe(fault);
  });
});
