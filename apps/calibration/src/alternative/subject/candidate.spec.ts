import type { EngineView } from '@app/contracts';
import type { BoolDefinition } from '@app/definition';
import { Problem } from '@app/problem';
import { readAlternative } from './candidate';

const active: BoolDefinition = {
  name: 'late',
  type: 'bool',
  question: 'Late?',
  context: { fields: ['state.text'] },
  engine: { name: 'jev', version: 'current' },
  horizon: '0s',
};
const engines = [
  { name: 'jev', version: 'current', active: true, limits: { options: 254, images: false } },
] as unknown as EngineView[];

describe('readAlternative', () => {
  it('refuses a wording that leaves no room for a context, as a create does [ALT-02] [ALT-31]', () => {
    // Two code units each, and three tokens or more.
    const long = '\u{1F701}'.repeat(4_000);
    const read = (criteria: object) => readAlternative(active, { question: long, criteria }, engines, '/definition');
    expect(read({ true: 'yes' })).toMatchObject({ question: long, criteria: { true: 'yes' } });
    const refusal = (() => {
      try {
        return read({ true: long, false: long });
      } catch (error) {
        return error;
      }
    })();
    expect(refusal).toBeInstanceOf(Problem);
    expect((refusal as Problem).code).toBe('too_large');
  });
});
