// Makes HTML of a page of Markdown of this repository. The bundler and Jest load such a page by it, so that no service
// parses Markdown. Written by ourselves, the pages are no foreign input; all the same no HTML in them is passed on.
const { posix, relative, resolve } = require('node:path');
const { Marked } = require('marked');
const { slugOf } = require('./slug.cjs');

const root = resolve(__dirname, '../../../..');
const escaped = (text) =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]);

/**
 * @param {string} text of the page
 * @param {string} path of the page from the root; links to files lead to `repo:<path from the root>#<anchor>`
 * @returns {import('./render.cjs').MarkdownPage}
 */
function render(text, path) {
  const sections = [];
  const seen = new Map();
  let title = '';
  const marked = new Marked({
    gfm: true,
    // An address in a sentence stays one: most of them are of machines of the reader's.
    tokenizer: { url: () => undefined },
    renderer: {
      heading({ tokens, depth, text: source }) {
        const slug = slugOf(source);
        const before = seen.get(slug) ?? 0;
        seen.set(slug, before + 1);
        const id = before === 0 ? slug : `${slug}-${before}`;
        const html = this.parser.parseInline(tokens);
        const words = this.parser.parseInline(tokens, this.parser.textRenderer);
        if (depth === 1) title ||= words;
        if (depth === 2) sections.push({ id, title: words });
        return `<h${depth} id="${id}">${html}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        return `<a href="${escaped(targetOf(href, path))}">${this.parser.parseInline(tokens)}</a>`;
      },
      // Pictures lie in the repository and are not served: their words stand in their place.
      image: ({ text: words }) => escaped(words),
      html: ({ text: source }) => escaped(source),
      // Both may be wider than a phone: they scroll by themselves, also by keys.
      code: ({ text: code }) => `<pre tabindex="0"><code>${escaped(code)}\n</code></pre>\n`,
      table(token) {
        const cells = (row) => row.map((cell) => this.tablecell(cell)).join('');
        // A table of pairs may have no words above its columns: such a row would be read as empty headings.
        const head = token.header.some(({ text: words }) => words !== '')
          ? `<thead><tr>${cells(token.header).replaceAll('<th></th>', '<td></td>')}</tr></thead>`
          : '';
        const body = token.rows.map((row) => `<tr>${cells(row)}</tr>`).join('\n');
        return `<div class="wide" tabindex="0"><table>${head}<tbody>\n${body}\n</tbody></table></div>\n`;
      },
    },
  });
  const html = marked.parse(text);
  return { title, sections, html };
}

function targetOf(href, path) {
  if (/^(https?:|mailto:|#)/.test(href)) return href;
  const [file, anchor] = href.split('#');
  return `repo:${posix.join(posix.dirname(path), file)}${anchor === undefined ? '' : `#${anchor}`}`;
}

/** A module of such a page. @param {string} file its absolute path */
const moduleOf = (text, file) => JSON.stringify(render(text, relative(root, file).split('\\').join('/')));

module.exports = { moduleOf, render };
