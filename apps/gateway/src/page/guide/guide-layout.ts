import { GuideSource } from './sources';

interface Parts {
  source: GuideSource;
  /** The page's HTML with links that can be followed. */
  html: string;
  guides: readonly GuideSource[];
  references: readonly GuideSource[];
  /** Address of the style. */
  style: string;
  /** Address of a script; only the index has one. */
  script?: string;
}

/** From so many sections on a page begins with a list of them. */
const listedFrom = 6;

/** A whole page. It comes without script and style of its own, so that its policy can refuse both. */
export function guideLayout({ source, html, guides, references, style, script }: Parts): string {
  const { title, sections } = source.page;
  const link = ({ address, name }: Pick<GuideSource, 'address' | 'name'>): string =>
    `<li><a href="${address}"${address === source.address ? ' aria-current="page"' : ''}>${name}</a></li>`;
  const toSection = ({ id, title: words }: { id: string; title: string }): string =>
    `<li><a href="#${id}">${words}</a></li>`;
  const contents =
    sections.length < listedFrom
      ? ''
      : `<details><summary>On this page</summary><ul>${sections.map(toSection).join('')}</ul></details>`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Judgment Service</title><link rel="icon" href="data:,"><link rel="stylesheet" href="${style}">${
    script === undefined ? '' : `<script src="${script}"></script>`
  }</head>
<body><header><strong>Judgment Service</strong><a class="to-pages" href="#pages">All pages</a><a href="/docs">Guides</a>
<a href="/docs/api">API reference</a><a href="/app/">Dashboard</a></header>
<div class="page"><main>${html.replace(/<\/h1>\n/, `</h1>\n${contents}`)}</main>
<nav id="pages" aria-label="All pages"><h2>Guides</h2><ul>${guides.map(link).join('')}</ul>
<h2>Reference</h2><ul>${[{ address: '/docs/api', name: 'API' }, ...references].map(link).join('')}</ul></nav></div></body></html>
`;
}
