/** As long as a definition takes. */
const maxLength = 8_000;

/** A text of a model's answer that a definition would take; else null. */
export function textOf(value: unknown): string | null {
  const text = typeof value === 'string' ? value.trim() : '';
  return text === '' || text.length > maxLength ? null : text;
}
