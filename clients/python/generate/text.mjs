const width = 118;

/** A docstring, wrapped and indented, with the end of its line. */
export function docOf(text, indent) {
  const blank = ' '.repeat(indent);
  const safe = text.replaceAll('\\', '\\\\').replaceAll('"""', "'''");
  const lines = [];
  for (const word of safe.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && `${blank}${last} ${word}`.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(lines.length === 0 ? `"""${word}` : word);
  }
  // A quote before the three that end it would be read as one of them.
  const end = safe.endsWith('"') ? ' """' : '"""';
  return lines.length === 1
    ? `${blank}${lines[0]}${end}\n`
    : `${blank}${lines.join(`\n${blank}`)}\n${blank}${end.trim()}\n`;
}
