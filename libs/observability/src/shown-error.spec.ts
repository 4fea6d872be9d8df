import { createLogger } from './logger';
import { shownError } from './shown-error';

/** As the driver makes it. */
const databaseError = (message: string, code: string) =>
  Object.assign(new Error(message), {
    code,
    severity: 'ERROR',
    table: 'document',
    constraint: 'planted',
    detail: 'Failing row contains (1, secret text).',
    where: 'PL/pgSQL function commit_write(secret text)',
    query: "select 'secret text'",
  });

describe('an error in the log', () => {
  it('of Postgres shows its fault and place, and no value of a row [I5]', () => {
    const shown = shownError(databaseError('new row violates check constraint "planted"', '23514'));
    expect(shown).toMatchObject({ code: '23514', table: 'document', constraint: 'planted' });
    expect(shown).toMatchObject({ message: 'new row violates check constraint "planted"' });
    expect(JSON.stringify(shown)).not.toContain('secret text');
  });

  it('of a value that Postgres cannot read does not repeat it, in its stack neither [I5]', () => {
    const shown = shownError(databaseError('invalid input syntax for type json: "secret text"', '22P02'));
    expect(shown).toMatchObject({ message: 'invalid input syntax for type json' });
    expect(JSON.stringify(shown)).not.toContain('secret text');
  });

  it('is held to the same as the cause of another [I5]', () => {
    const cause = databaseError('refused', '23505');
    const shown = shownError(new Error('cannot write', { cause: new Error('within', { cause }) }));
    expect(shown).toMatchObject({ message: 'cannot write', cause: { message: 'within', cause: { code: '23505' } } });
    expect(JSON.stringify(shown)).not.toContain('secret text');
  });

  it('keeps what it says when it is none of Postgres', () => {
    const error = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    expect(shownError(error)).toMatchObject({ type: 'Error', message: 'connect ECONNREFUSED', code: 'ECONNREFUSED' });
    expect(shownError('text')).toBe('text');
  });

  it('is shown so by every logger [I5]', () => {
    const lines: string[] = [];
    const logger = createLogger(
      { service: 'documents', replica: '0', level: 'info' },
      { write: (line) => lines.push(line) },
    );
    logger.error({ err: databaseError('refused', '23514') }, 'failed');
    logger.error(databaseError('refused', '23514'));
    expect(lines).toHaveLength(2);
    expect(lines.join()).toContain('"constraint":"planted"');
    expect(lines.join()).not.toContain('secret text');
  });
});
