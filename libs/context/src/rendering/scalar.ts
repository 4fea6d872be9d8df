/** Everything that some reader takes for the end of a line. */
const lineBreak = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;
const control = /(?!\t)\p{Cc}/gu;

/**
 * Writes the marks of the fence so that they are no marks: a document may spell the fence, but cannot write it.
 * Inside quotes this is JSON's own spelling of the same text.
 */
function withoutFence(text: string): string {
  if (!text.includes('<<<') && !text.includes('>>>')) return text;
  return text.replaceAll('<<<', '\\u003c\\u003c\\u003c').replaceAll('>>>', '\\u003e\\u003e\\u003e');
}

const escaped = (char: string): string => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** A key as it stands before its colon: bare when it is a plain word, else quoted, always on one line. */
export function printKey(key: string): string {
  return /^[A-Za-z_][A-Za-z0-9_-]*$/.test(key) ? key : printQuoted(key);
}

function printQuoted(text: string): string {
  return withoutFence(JSON.stringify(text).replace(/[\p{Cc}\u2028\u2029]/gu, escaped));
}

/**
 * Lines of a value. Numbers, booleans and null print as JSON does; a text of one line is quoted as in JSON; a text of
 * several is a block whose every line begins with a bar, so that none of them can look like a line of ours.
 * @param lead   all that stands before the value on its first line, such as `  note: ` or `  - `
 * @param indent what stands before the bar of a block
 */
export function printScalar(value: string | number | boolean | null, lead: string, indent: string): string[] {
  if (typeof value !== 'string') return [`${lead}${JSON.stringify(value)}`];
  if (!lineBreak.test(value)) return [`${lead}${printQuoted(value)}`];
  const lines = value.split(lineBreak).map((line) => `${indent}| ${withoutFence(line.replace(control, escaped))}`);
  return [lead, ...lines].map((line) => line.trimEnd());
}
