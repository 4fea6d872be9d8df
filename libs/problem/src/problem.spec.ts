import { errorCodes, kindByCode, statusByCode } from './codes';
import { fullOf, isFullOf } from './owner-full';
import { Problem, invalid, kindOf } from './problem';

/** The specification's table, written out once more: a code that moves is seen here. */
const specified: [code: string, status: number][] = [
  ['invalid_request', 400],
  ['invalid_image', 400],
  ['unknown_image', 400],
  ['unauthorized', 401],
  ['budget_exceeded', 402],
  ['plan_required', 402],
  ['forbidden', 403],
  ['not_found', 404],
  ['conflict', 409],
  ['image_erased', 410],
  ['too_large', 413],
  ['engine_version_unavailable', 422],
  ['insufficient_labels', 422],
  ['idempotency_key_reused', 422],
  ['rate_limited', 429],
  ['internal', 500],
  ['engine_unavailable', 503],
  ['unavailable', 503],
];

describe('Problem', () => {
  it('knows the 18 codes of the specification, each with its status and a kind [ERR-02]', () => {
    expect(statusByCode).toEqual(Object.fromEntries(specified));
    expect(Object.keys(kindByCode).sort()).toEqual([...errorCodes].sort());
    for (const code of errorCodes)
      expect(Problem.fromEnvelope({ error: { code, message: 'x' } }).status).toBe(statusByCode[code]);
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

  it('takes the facts that its code carries, and no others, by its types [S-D3]', () => {
    // @ts-expect-error no code carries it
    const unknown = new Problem('conflict', 'x', { colour: 'red' });
    // @ts-expect-error `internal` alone carries it
    const ofAnother = new Problem('conflict', 'x', { request_id: 'r' });
    // @ts-expect-error the limit of `rate_limited` is one of a closed list
    const unnamed = new Problem('rate_limited', 'x', { rate_limit: 'per_org', limit: 'phases_of_the_moon' });
    // @ts-expect-error it always says what the limit is counted by
    const halved = new Problem('rate_limited', 'x', { limit: 'idempotency_key' });
    const made = [unknown, ofAnother, unnamed, halved, new Problem('internal', 'x', { request_id: 'r' })];
    expect(made.map(({ code }) => code)).toEqual(['conflict', 'conflict', 'rate_limited', 'rate_limited', 'internal']);
  });

  it('gets further facts and keeps its own [S-D3]', () => {
    const moved = invalid('bad_type', '/patch/3', 'At /patch/3.', { min: 1 }).with({ path: '/x' }, 'At /x.');
    expect(moved.toEnvelope().error).toEqual({
      code: 'invalid_request',
      message: 'At /x.',
      details: { reason: 'bad_type', path: '/x', min: 1 },
    });
  });

  it('names a subject that is full between services alone [S-D5]', () => {
    const full = Problem.fromEnvelope(fullOf('documents.write.v1', 'Busy.', 1).toEnvelope(), 1);
    expect([isFullOf(full, 'documents.write.v1'), isFullOf(full, 'documents.read.v1')]).toEqual([true, false]);
    expect(isFullOf(new Problem('conflict', 'x'), 'documents.write.v1')).toBe(false);
    expect(full.retryAfterS).toBe(1);
  });

  it('separates two causes of one code by their reason, over the bus too [ERR-07]', () => {
    const [type, name] = [invalid('bad_type', '/name', 'Send text.'), invalid('bad_name', '/name', 'Send a name.')];
    expect(type.code).toBe(name.code);
    for (const [problem, reason] of [
      [type, 'bad_type'],
      [name, 'bad_name'],
    ] as const) {
      const arrived = Problem.fromEnvelope(JSON.parse(JSON.stringify(problem.toEnvelope())) as never);
      expect(arrived.toEnvelope().error.details).toEqual({ reason, path: '/name' });
    }
  });
});
