/**
 * The HTML of a page with its links to other files of the repository as an installation can follow them: to the page that
 * shows the file. What no page shows keeps its words without a link, since an installation does not know a repository.
 * @param html whose links to files begin with `repo:`
 * @param addresses of served pages by their file
 */
export function withServedLinks(html: string, addresses: ReadonlyMap<string, string>): string {
  return html.replace(/<a href="repo:([^"#]*)(#[^"]*)?">(.*?)<\/a>/gs, (_all, file: string, anchor = '', words) => {
    const address = addresses.get(file.replace(/\/$/, ''));
    return address === undefined ? `<span>${words}</span>` : `<a href="${address}${anchor}">${words}</a>`;
  });
}
