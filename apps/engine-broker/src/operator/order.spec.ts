import { readOrder } from './order';

describe("the operator's command", () => {
  it('reads limits', () => {
    const args = 'engines limits --engine jev --in-flight 512 --requests-per-second 5000'.split(' ');
    const override = { in_flight: 512, requests_per_s: 5000 };
    expect(readOrder(args)).toEqual({ kind: 'limits', engine: 'jev', override });
    expect(readOrder(['engines', 'limits', '--engine', 'jev', '--reset'])).toMatchObject({ override: null });
  });

  it.each([
    '',
    'engines',
    'engines limits --engine jev',
    'engines limits --engine gpt --reset',
    'engines limits --engine jev --in-flight 0',
    'engines limits --engine jev --in-flight 2000',
    'engines limits --engine jev --colour red',
  ])('refuses `%s` with a sentence', (line) =>
    expect(() => readOrder(line.split(' '))).toThrow(/usage|must be|one of|Unknown/),
  );
});
