import fc from 'fast-check';

const two = (value: number) => String(value).padStart(2, '0');

/** Days, some of which do not exist. */
const day = fc.oneof(
  fc.constantFrom('2026-02-28', '2026-02-29', '2026-02-30', '2024-02-29', '1900-02-29', '2000-02-29', '2026-04-31'),
  fc.constantFrom('0000-01-01', '0000-12-31', '0001-01-01', '9999-12-31', '2016-12-31', '1969-12-31', '2026-00-10'),
  fc
    .tuple(fc.integer({ min: 2024, max: 2027 }), fc.integer({ min: 0, max: 13 }), fc.integer({ min: 0, max: 32 }))
    .map(([year, month, date]) => `${year}-${two(month)}-${two(date)}`),
);
const time = fc
  .tuple(
    fc.constantFrom(0, 1, 9, 12, 19, 23, 23, 24),
    fc.constantFrom(0, 29, 30, 45, 59, 59, 60),
    fc.constantFrom(0, 1, 30, 59, 59, 60, 61),
  )
  .map((parts) => parts.map(two).join(':'));
const fraction = fc.oneof(
  fc.constant(''),
  fc.constant('.'),
  fc.stringMatching(/^[0-9]{1,12}$/).map((digits) => `.${digits}`),
  fc.constant(`.${'9'.repeat(200)}`),
);
const zone = fc.oneof(
  fc.constantFrom(
    'Z',
    'z',
    '+00:00',
    '-00:00',
    '+23:59',
    '-23:59',
    '+15:59',
    '-16:00',
    '+24:00',
    '+01:60',
    '',
    '+02',
    'UTC',
  ),
  fc
    .tuple(fc.constantFrom('+', '-'), fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
    .map(([sign, hours, minutes]) => `${sign}${two(hours)}:${two(minutes)}`),
);

/** Texts that look like timestamps; many are none. */
export const nearInstant = fc
  .tuple(
    day,
    fc.constantFrom('T', 't', ' ', '', '_'),
    time,
    fraction,
    zone,
    fc.constantFrom('', '', '', '', '', '', '', ' ', '\n', '٣'),
  )
  .map((parts) => parts.join(''));

/** Spellings of one moment: offsets, small letters, a space, a longer fraction. */
export function spellingOf(ms: number): fc.Arbitrary<string> {
  const offset = fc.oneof(fc.constant(null), fc.integer({ min: -1_439, max: 1_439 }));
  const letter = fc.constantFrom('T', 't', ' ');
  return fc
    .tuple(offset, letter, fc.constantFrom('Z', 'z', '+00:00', '-00:00'), fc.constantFrom('', '0', '999999'))
    .map(([minutes, between, utc, more]) => {
      const local = new Date(ms + (minutes ?? 0) * 60_000).toISOString();
      const away = Math.abs(minutes ?? 0);
      const sign = (minutes ?? 0) < 0 ? '-' : '+';
      const end = minutes === null ? utc : `${sign}${two(Math.floor(away / 60))}:${two(away % 60)}`;
      return `${local.slice(0, 10)}${between}${local.slice(11, -1)}${more}${end}`;
    });
}
