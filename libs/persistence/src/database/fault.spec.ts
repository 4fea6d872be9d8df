import { DatabaseError, Pool } from 'pg';
import { translateFault, wasRefused } from './fault';

describe('a fault of the database', () => {
  it.each(['EAI_AGAIN', 'ENOTFOUND', 'EHOSTUNREACH', 'ENETUNREACH', 'ECONNREFUSED', '25006', '57P01', '08006'])(
    '%s passes: the caller may try again [defect S-M8]',
    (code) => {
      const fault = Object.assign(new Error('the driver says so'), { code });
      expect(translateFault(fault)).toMatchObject({ code: 'unavailable', retryAfterS: 1 });
    },
  );

  it('passes when the password of the role was changed: a process that knows the new one comes [O-L4]', () => {
    const fault = Object.assign(new Error('password authentication failed for user "svc_x"'), { code: '28P01' });
    const message = 'The database refuses the password of this process; try again shortly.';
    expect(translateFault(fault)).toMatchObject({ code: 'unavailable', retryAfterS: 1, message, cause: fault });
  });

  it('passes too when a host name with several addresses refuses at each', () => {
    const each = ['ECONNREFUSED', 'ENETUNREACH'].map((code) => Object.assign(new Error(code), { code }));
    expect(translateFault(new AggregateError(each))).toMatchObject({ code: 'unavailable' });
  });

  it('passes when the process has begun to end its own connections: another one answers the next try [T34]', async () => {
    const pool = new Pool();
    await pool.end();
    const error: unknown = await pool.connect().catch((thrown: unknown) => thrown);
    expect(translateFault(error)).toMatchObject({ code: 'unavailable', retryAfterS: 1 });
  });

  it.each(['42703', '23505', '22P02'])('%s is a defect and stays what it is', (code) => {
    const fault = Object.assign(new Error('the server says so'), { code });
    expect(translateFault(fault)).toBe(fault);
  });
});

describe('a refusal', () => {
  const answered = (code: string, severity: string): DatabaseError =>
    Object.assign(new DatabaseError('the server says so', 0, 'error'), { code, severity });

  it.each(['23505', '55P03', '40P01', 'JS001'])('is what the server answers to a statement (%s)', (code) => {
    expect(wasRefused(answered(code, 'ERROR'))).toBe(true);
    expect(wasRefused(translateFault(answered(code, 'ERROR')))).toBe(true);
  });

  it('is neither the end of the connection nor any other error: the statement may be stored', () => {
    const ended = [answered('57P01', 'FATAL'), Object.assign(new Error('read'), { code: 'ECONNRESET' })];
    for (const error of [...ended, ...ended.map(translateFault), new Error('Query read timeout'), undefined])
      expect(wasRefused(error)).toBe(false);
  });
});
