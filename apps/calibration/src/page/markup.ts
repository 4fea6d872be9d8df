/** Text that is HTML already. Only this folder makes it; text of users stays a string, which `html` escapes. */
export class Markup {
  constructor(readonly text: string) {}
}

type Part = string | number | null | Markup | readonly Markup[];

const named: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => named[character]);
}

/** Template tag that escapes every inserted string, in elements and in quoted attributes. */
export function html(texts: TemplateStringsArray, ...parts: Part[]): Markup {
  return new Markup(texts.reduce((all, text, at) => all + textOf(parts[at - 1]) + text));
}

function textOf(part: Part): string {
  if (part === null) return '';
  if (part instanceof Markup) return part.text;
  return Array.isArray(part) ? part.map(({ text }: Markup) => text).join('') : escapeText(String(part));
}
