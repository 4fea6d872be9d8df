import { readOrder } from './order';

describe("the operator's command", () => {
  it('reads limits', () => {
    const args = 'engines limits --engine jev --in-flight 512 --requests-per-second 5000'.split(' ');
    const override = { in_flight: 512, requests_per_s: 5000 };
    expect(readOrder(args)).toEqual({ kind: 'limits', engine: 'jev', override });
    expect(readOrder(['engines', 'limits', '--engine', 'jev', '--reset'])).toMatchObject({ override: null });
  });

  it.each<[string, RegExp]>([
    ['', /^Usage: operator/],
    ['engines', /^Usage: operator engines/],
    ['engines limits --reset', /required option '--engine <name>'/],
    ['engines limits --engine jev', /^Give a limit/],
    ['engines limits --engine gpt --reset', /Allowed choices are jev/],
    ['engines limits --engine jev --in-flight 0', /must be a number above 0/],
    ['engines limits --engine jev --in-flight 2000', /must be a whole number up to 1024/],
    ['engines limits --engine jev --in-flight 5 --reset', /cannot be used with option/],
    ['engines limits --engine jev --colour red', /unknown option '--colour'/],
  ])('refuses `%s` with a sentence', (line, sentence) =>
    expect(() => readOrder(line.split(' ').filter(Boolean))).toThrow(sentence),
  );
});
