/** Text that is markup already: made here, never sent by anybody. */
export class Markup {
  constructor(readonly text: string) {}
}

type Part = string | number | null | Markup | readonly Markup[];

const named: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => named[character]);
}

/** Markup with everything escaped that is put into it, in elements and quoted attributes alike. */
export function html(texts: TemplateStringsArray, ...parts: Part[]): Markup {
  return new Markup(texts.reduce((all, text, at) => all + textOf(parts[at - 1]) + text));
}

function textOf(part: Part): string {
  if (part === null) return '';
  if (part instanceof Markup) return part.text;
  return Array.isArray(part) ? part.map(({ text }: Markup) => text).join('') : escapeText(String(part));
}
