import { instantText } from './instant-text';

it.each([
  ['2026-11-22 09:30:00+00', '2026-11-22T09:30:00.000Z'],
  ['2026-11-22 09:30:00.2+00', '2026-11-22T09:30:00.200Z'],
  ['2026-11-22 09:30:00.25+00', '2026-11-22T09:30:00.250Z'],
  ['0001-01-01 00:00:00.123456+00', '0001-01-01T00:00:00.123Z'],
  ['9999-12-31 23:59:59.999999+00', '9999-12-31T23:59:59.999Z'],
])('writes %s as %s', (printed, text) => expect(instantText(printed)).toBe(text));

it('refuses the text of another time zone', () => {
  expect(() => instantText('2026-11-22 10:30:00+01')).toThrow('UTC');
});
