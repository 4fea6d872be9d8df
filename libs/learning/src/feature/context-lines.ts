/** A value of a compiled context under the names that lead to it, such as `customer.state`; '' where no name does. */
export interface ContextValue {
  path: string;
  value: string | number | boolean | null;
}

const fence = /^(<<<|[a-z]+>>>$)/;
const named = /^("(?:[^"\\]|\\.)*"|[A-Za-z_][\w-]*):(?: (.*))?$/s;
const plainNumber = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;

/**
 * The values of a compiled context, in the order of its lines: `name: value`, items after a dash, and the lines of a block
 * after a bar. Any other text is a value without a name. An item has the path of its array, so its position does not matter.
 */
export function* contextValues(text: string): Generator<ContextValue> {
  // Names above the present line, outermost first.
  const above: { indent: number; name: string }[] = [];
  for (const line of text.split('\n')) {
    if (line === '' || fence.test(line)) continue;
    let indent = 0;
    while (line[indent] === ' ') indent += 1;
    let rest = line.slice(indent);
    while (rest.startsWith('- ')) {
      rest = rest.slice(2);
      indent += 2;
    }
    const isBlock = rest === '|' || rest.startsWith('| ');
    // A block stands one step deeper than the name before it.
    while (above.length > 0 && above[above.length - 1].indent >= indent) above.pop();
    const found = isBlock ? null : named.exec(rest);
    if (found) above.push({ indent, name: found[1].replaceAll('"', '') });
    const written = isBlock ? rest.slice(2) : found ? (found[2] ?? '') : rest;
    if (written === '' || written === '{}' || written === '[]') continue;
    yield { path: above.map(({ name }) => name).join('.'), value: isBlock ? written : valueOf(written) };
  }
}

function valueOf(written: string): ContextValue['value'] {
  if (written === 'true' || written === 'false') return written === 'true';
  if (written === 'null') return null;
  if (plainNumber.test(written)) return Number(written);
  if (!written.startsWith('"')) return written;
  try {
    const text: unknown = JSON.parse(written);
    return typeof text === 'string' ? text : written;
  } catch {
    // Its end was cut away, and with it the closing quote; or it is text that only begins with one.
    return written.slice(1);
  }
}
