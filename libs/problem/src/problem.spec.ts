import { errorCodes, statusByCode } from './codes';
import { Problem, invalid, kindOf } from './problem';
import { reasons } from './reasons';

describe('Problem', () => {
  it('maps every code to the status of the specification [ERR-02]', () => {
    expect(errorCodes).toHaveLength(18);
    expect(statusByCode).toMatchObject({
      invalid_request: 400,
      unauthorized: 401,
      plan_required: 402,
      forbidden: 403,
      not_found: 404,
      conflict: 409,
      image_erased: 410,
      too_large: 413,
      idempotency_key_reused: 422,
      rate_limited: 429,
      internal: 500,
      unavailable: 503,
    });
  });

  it('has an envelope of code, message and details, without its cause [ERR-01]', () => {
    const problem = new Problem('conflict', 'taken', { reason: 'duplicate' }, { cause: new Error('select secret') });
    expect(problem.toEnvelope()).toEqual({
      error: { code: 'conflict', message: 'taken', details: { reason: 'duplicate' } },
    });
    expect(Problem.fromEnvelope(problem.toEnvelope()).toEnvelope()).toEqual(problem.toEnvelope());
  });

  it('leaves details out when there are none', () => {
    expect(new Problem('not_found', 'no such judgment').toEnvelope()).toEqual({
      error: { code: 'not_found', message: 'no such judgment' },
    });
  });

  it('gives defects and refusals different kinds', () => {
    expect(kindOf(new TypeError('x'))).toBe('defect');
    expect(kindOf(invalid('bad_type', '/pinned', 'Send a boolean.'))).toBe('invalid');
  });

  it('lists each reason once [ERR-07]', () => {
    expect(new Set(reasons).size).toBe(reasons.length);
  });
});
