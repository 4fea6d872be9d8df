/**
 * Bytes of a JSON value in UTF-8 with its numbers in plain digits, as Postgres prints them: `1e308` counts 309.
 * @param text `JSON.stringify` of the value
 */
export function jsonBytes(value: unknown, text: string = JSON.stringify(value)): number {
  const bytes = Buffer.byteLength(text);
  // Texts hold `e-` often and numbers hardly ever do, so the numbers are looked at only then.
  return text.includes('e+') || text.includes('e-') ? bytes + hiddenDigits(value) : bytes;
}

/** Characters that plain digits take more than the spellings with exponents. */
function hiddenDigits(value: unknown): number {
  if (typeof value === 'number') return hiddenDigitsOf(String(value));
  if (typeof value !== 'object' || value === null) return 0;
  let sum = 0;
  for (const item of Array.isArray(value) ? value : Object.values(value)) sum += hiddenDigits(item);
  return sum;
}

const spelling = /^-?(\d)(?:\.(\d+))?e([+-]\d+)$/;

function hiddenDigitsOf(text: string): number {
  const parts = spelling.exec(text);
  if (parts === null) return 0;
  const [, , fraction = '', exponentText] = parts;
  const exponent = Number(exponentText);
  const digits = 1 + fraction.length;
  const sign = text.startsWith('-') ? 1 : 0;
  const plain = exponent > 0 ? Math.max(exponent + 1, digits) : 1 - exponent + digits;
  return plain + sign - text.length;
}
