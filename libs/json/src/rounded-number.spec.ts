import { isExactNumber, isRoundedNumber } from './rounded-number';

it.each(['9007199254740993', '9007199254740993.0', '9.007199254740993e15', '12345678901234567168', '9'.repeat(400)])(
  '%.30s would be stored as another number',
  (literal) => expect(isRoundedNumber(literal)).toBe(true),
);

it.each(['9007199254740992', '9.007199254740992e15', '1e16', '10000000000000000.000', '0.1234567890123456789', '7'])(
  '%s would not',
  (literal) => expect(isRoundedNumber(literal)).toBe(false),
);

it.each(['0', '0.00', '0e9', '-1', '1.50', '1E5', '12.5e-3', '1e16', '-9007199254740992', '1e-7'])(
  '%s is a number of which nothing is lost',
  (text) => expect(isExactNumber(text)).toBe(true),
);

it.each([
  ...['', '01', '+1', '.5', '1.', 'NaN', ' 1', '1 ', '0x10', '-0', '1e400', '1e-400', '0.1234567890123456789012'],
  ...['9007199254740993', '-12345678901234567890.5', 'Infinity'],
])('%j is none', (text) => expect(isExactNumber(text)).toBe(false));
