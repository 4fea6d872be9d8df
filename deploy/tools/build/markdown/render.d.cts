/** A page of Markdown as HTML. */
export interface MarkdownPage {
  /** Its heading of the first level, as HTML text. */
  title: string;
  /** Its headings of the second level, in their order. */
  sections: { id: string; title: string }[];
  /** The whole page. Links to files of the repository begin with `repo:` and go on with the path from its root. */
  html: string;
}
/** @param path of the page from the root of the repository */
export function render(text: string, path: string): MarkdownPage;
/** The page's JSON. @param file absolute path of the page */
export function moduleOf(text: string, file: string): string;
