/** A number as JSON has it (RFC 8259). */
const grammar = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * Whether a JSON number would be stored as another one: it lies beyond 2^53 - 1, and its digits are not those with which the
 * parsed number is written. So what a read shows can be sent again, in any spelling. Fractions may lose digits.
 * @param literal a number as JSON has it, without its sign
 */
export function isRoundedNumber(literal: string): boolean {
  const value = Number(literal);
  if (value <= Number.MAX_SAFE_INTEGER) return false;
  return value === Infinity || decimalOf(literal) !== decimalOf(String(value));
}

/** Whether a text is a JSON number of which parsing and writing lose nothing: neither digits, nor range, nor a sign. */
export function isExactNumber(text: string): boolean {
  if (!grammar.test(text)) return false;
  const value = Number(text);
  // A double holds any 15 digits.
  if (value !== 0 && text.length <= 15 && !/e/i.test(text)) return true;
  if (value === 0) return !/^-|^[^eE]*[1-9]/.test(text);
  return Number.isFinite(value) && decimalOf(text.replace(/^-/, '')) === decimalOf(String(Math.abs(value)));
}

/** The digits of a positive number without zeros at either end, and the power of ten of the last one. */
function decimalOf(text: string): string {
  const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const digits = `${whole}${fraction}`;
  let [start, end] = [0, digits.length];
  while (end > 1 && digits[end - 1] === '0') end--;
  while (start < end - 1 && digits[start] === '0') start++;
  return `${digits.slice(start, end)}e${Number(exponent) - fraction.length + digits.length - end}`;
}
