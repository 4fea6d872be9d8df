import { StaticFile, hashedFile } from '../static-file';
import { guideLayout } from './guide-layout';
import { guideStyle } from './guide-style';
import { withServedLinks } from './page-links';
import { guideSources, referenceSources } from './sources';

/** The guides as they are served, in memory. */
export interface GuidePages {
  /** HTML by its address, such as `/docs/webhooks`. */
  pages: ReadonlyMap<string, StaticFile>;
  /** What the pages load, served below `/docs/`. */
  files: readonly StaticFile[];
}

/** Pages load a style of this server, the index its one script besides, and nothing else. */
export const guidePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** `/docs` was the API reference, and bookmarks of its operations begin with `/docs#/`: they go on to where it stands now. */
const movedScript = `if (location.hash.startsWith('#/')) location.replace('/docs/api' + location.hash);\n`;

/** Lays the guides out, once at start. */
export function guidePages(): GuidePages {
  const style = hashedFile('guide.css', guideStyle);
  const script = hashedFile('moved.js', movedScript);
  const sources = [...guideSources, ...referenceSources];
  const addresses = new Map([
    ...sources.map(({ file, address }): [string, string] => [file, address]),
    ['docs/guide', '/docs'],
    ['docs/api/openapi.json', '/docs/api'],
  ]);
  const pages = sources.map((source): [string, StaticFile] => {
    const html = guideLayout({
      source,
      html: withServedLinks(source.page.html, addresses),
      guides: guideSources,
      references: referenceSources,
      style: `/docs/${style.name}`,
      ...(source.address === '/docs' && { script: `/docs/${script.name}` }),
    });
    return [source.address, hashedFile(`${source.address.slice(1).replace('/', '-')}.html`, html)];
  });
  return { pages: new Map(pages), files: [style, script] };
}
