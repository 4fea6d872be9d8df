import { Markup, html } from './markup';
import { style } from './style';

/** What a page says above its content, and the content. */
export interface DocumentParts {
  title: string;
  heading: string;
  /** A line below the heading: what the figures are of. */
  design: Markup;
  main: Markup;
}

const styleSheet = new Markup(style);

/** One HTML page that loads nothing. */
export function documentOf({ title, heading, design, main }: DocumentParts): string {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <style>
          ${styleSheet}
        </style>
      </head>
      <body>
        <header>
          <h1>${heading}</h1>
          <p class="soft">${design}</p>
        </header>
        <main>${main}</main>
      </body>
    </html> `;
  // The policy names the style sheet by its hash, so no blank may surround it.
  return page.text.replace(/<style>\s*|\s*<\/style>/g, (tag) => tag.trim());
}

/** A time to the minute; the attribute holds the full timestamp. */
export function momentOf(stamp: string | null): Markup {
  if (stamp === null) return html`–`;
  return html`<time datetime="${stamp}">${`${stamp.slice(0, 16).replace('T', ' ')} UTC`}</time>`;
}
