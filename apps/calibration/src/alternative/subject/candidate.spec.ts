import type { EngineView } from '@app/contracts/engines';
import type { BoolDefinition, EngineRef } from '@app/definition';
import { Problem } from '@app/problem';
import type { NamedRow } from './alternative.store';
import { candidatesOf, readAlternative } from './candidate';

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

describe('candidatesOf', () => {
  const luna: EngineRef = { name: 'gpt-6-luna', version: 'current' };
  const decider: EngineRef = { name: 'pplx-decider', version: '2' };
  const known = [...engines, ...[luna, decider].map((one) => ({ ...engines[0], ...one }))];
  const idsOf = (skip_engines: EngineRef[], named: NamedRow[] = []) =>
    candidatesOf({
      active,
      engines: known,
      used: [active.engine, luna, decider, luna],
      salt: Buffer.from('salt'),
      named,
      setting: { automatic: true, skip_engines, outcomes: null },
    }).map(({ id, source, definition }) => ({ id, source, engine: definition.engine.name }));

  it('has a row for each other engine in use, and none for one that the setting skips [ALT-08] [ALT-21]', () => {
    const both = idsOf([]);
    expect(both).toMatchObject([
      { source: 'automatic', engine: 'gpt-6-luna' },
      { source: 'automatic', engine: 'pplx-decider' },
    ]);
    expect(idsOf([luna])).toEqual([both[1]]);
    expect(idsOf([luna, decider])).toEqual([]);
    // Another version of the engine is another engine.
    expect(idsOf([{ ...luna, version: '1' }])).toEqual(both);
  });

  it('keeps the row of a skipped engine that somebody named [ALT-08] [ALT-21]', () => {
    const [{ id }] = idsOf([]);
    const definition = { ...active, engine: luna };
    const row = { id, definition, drafted: false, named_by: 'key:1', named_at: new Date(0) } as NamedRow;
    expect(idsOf([luna], [row])).toMatchObject([
      { source: 'automatic', engine: 'pplx-decider' },
      { id, source: 'named', engine: 'gpt-6-luna' },
    ]);
  });
});
