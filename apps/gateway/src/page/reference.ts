import { readFileSync } from 'node:fs';
import { StaticFile, hashedFile } from './static-file';
import { pageScript } from './page-script';
import { pageStyle } from './page-style';

/** The page at `/docs/api` and the files that it loads. */
export interface ApiReference {
  page: Buffer;
  /** Served below `/docs/`. */
  files: StaticFile[];
}

/** What the page may load and do: files and calls of this server alone, no script and no style inside the page itself. */
export const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Reads the renderer's files from its package, once at start. */
export function apiReference(): ApiReference {
  const script = hashedFile('swagger-ui.js', readFileSync(require.resolve('swagger-ui-dist/swagger-ui-bundle.js')));
  const style = hashedFile('swagger-ui.css', readFileSync(require.resolve('swagger-ui-dist/swagger-ui.css')));
  const ownScript = hashedFile('page.js', pageScript);
  const ownStyle = hashedFile('page.css', pageStyle);
  const page = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Judgment Service API</title><link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/${style.name}"><link rel="stylesheet" href="/docs/${ownStyle.name}">
<script defer src="/docs/${script.name}"></script><script defer src="/docs/${ownScript.name}"></script></head>
<body><nav class="to-guides" aria-label="Pages"><a href="/docs">Guides</a></nav><main id="reference"></main><noscript>The page needs JavaScript; the document is /openapi.json.</noscript></body></html>
`;
  return { page: Buffer.from(page), files: [script, style, ownScript, ownStyle] };
}
