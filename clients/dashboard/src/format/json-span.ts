/**
 * Where a pointer leads in the text of a JSON document: the start and end of the value, or of the closest one around it
 * that is there. @param text as `JSON.stringify` prints it, or any other valid JSON
 */
export function spanOf(text: string, pointer: string): { from: number; to: number } {
  const steps = pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  let span = { from: 0, to: text.length };
  let at = blank(0);
  for (const step of steps) {
    const next = member(at, step);
    if (next === null) break;
    at = next;
    span = { from: at, to: end(at) };
  }
  return span;

  function blank(from: number): number {
    let index = from;
    while (/\s/.test(text[index] ?? 'x')) index += 1;
    return index;
  }

  /** Where the value at `from` ends. */
  function end(from: number): number {
    const open = text[from];
    if (open === '"') return endOfText(from);
    if (open !== '{' && open !== '[') return from + (/^[^\s,\]}]*/.exec(text.slice(from))?.[0].length ?? 0);
    let index = from + 1;
    for (let depth = 1; depth > 0 && index < text.length;) {
      const sign = text[index];
      if (sign === '"') index = endOfText(index);
      else {
        if (sign === '{' || sign === '[') depth += 1;
        if (sign === '}' || sign === ']') depth -= 1;
        index += 1;
      }
    }
    return index;
  }

  function endOfText(from: number): number {
    return from + (/^"(?:[^"\\]|\\.)*"/.exec(text.slice(from))?.[0].length ?? 1);
  }

  /** Where the member of that name or position begins; null without it. */
  function member(from: number, step: string): number | null {
    const isList = text[from] === '[';
    if (!isList && text[from] !== '{') return null;
    let index = blank(from + 1);
    for (let position = 0; index < text.length && text[index] !== ']' && text[index] !== '}'; position += 1) {
      let name = String(position);
      if (!isList) {
        const afterName = endOfText(index);
        name = JSON.parse(text.slice(index, afterName)) as string;
        index = blank(blank(afterName) + 1);
      }
      if (name === step) return index;
      index = blank(end(index));
      if (text[index] === ',') index = blank(index + 1);
    }
    return null;
  }
}
