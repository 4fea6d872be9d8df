const width = 90;

/** A JSON value as TypeScript: on one line where it fits, else a member a line. */
export function literal(value: unknown, indent = ''): string {
  const line = onOneLine(value);
  if (line.length <= width || typeof value !== 'object' || value === null) return line;
  const inner = `${indent}  `;
  if (Array.isArray(value)) return `[\n${value.map((one) => `${inner}${literal(one, inner)},\n`).join('')}${indent}]`;
  const members = Object.entries(value).map(([key, one]) => `${inner}${keyOf(key)}: ${literal(one, inner)},\n`);
  return `{\n${members.join('')}${indent}}`;
}

function onOneLine(value: unknown): string {
  if (typeof value === 'string') return quoted(value);
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, one]) => `${keyOf(key)}: ${onOneLine(one)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

function keyOf(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : quoted(key);
}

function quoted(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${inner}'`;
}
