/** Every character sequence that some software takes for a line break. */
const lineBreak = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;
const control = /(?!\t)\p{Cc}/gu;

/**
 * Escapes the marks of the fence, so that a document cannot write a fence. Inside quotes the escape is JSON's own spelling
 * of the same text.
 */
function withoutFence(text: string): string {
  if (!text.includes('<<<') && !text.includes('>>>')) return text;
  return text.replaceAll('<<<', '\\u003c\\u003c\\u003c').replaceAll('>>>', '\\u003e\\u003e\\u003e');
}

const escaped = (char: string): string => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** A key as printed before its colon, on one line: bare when it is a plain word, otherwise quoted. */
export function printKey(key: string): string {
  return /^[A-Za-z_][A-Za-z0-9_-]*$/.test(key) ? key : printQuoted(key);
}

/** A value on one line; a text is quoted as in JSON, so that it cannot look like a label or end a fence. */
export function printInline(value: string | number | boolean | null): string {
  return typeof value === 'string' ? printQuoted(value) : JSON.stringify(value);
}

function printQuoted(text: string): string {
  return withoutFence(JSON.stringify(text).replace(/[\p{Cc}\u2028\u2029]/gu, escaped));
}

/**
 * The lines of a value. Numbers, booleans and null print as in JSON; a text of one line is quoted as in JSON. A text of
 * several lines is a block in which each line begins with a bar, so that it cannot look like a label.
 * @param lead   the text before the value on its first line, such as `  note: ` or `  - `
 * @param indent the text before the bar of a block
 */
export function printScalar(value: string | number | boolean | null, lead: string, indent: string): string[] {
  if (typeof value !== 'string') return [`${lead}${JSON.stringify(value)}`];
  if (!lineBreak.test(value)) return [`${lead}${printQuoted(value)}`];
  const lines = value.split(lineBreak).map((line) => `${indent}| ${withoutFence(line.replace(control, escaped))}`);
  return [lead, ...lines].map((line) => line.trimEnd());
}
