import { readFileSync } from 'node:fs';
import { Asset, assetOf } from './asset';
import { pageScript } from './page-script';
import { pageStyle } from './page-style';

/** The page at `/docs` and the files that it loads. */
export interface ApiReference {
  page: Buffer;
  assets: Asset[];
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
  const script = assetOf('swagger-ui', 'js', readFileSync(require.resolve('swagger-ui-dist/swagger-ui-bundle.js')));
  const style = assetOf('swagger-ui', 'css', readFileSync(require.resolve('swagger-ui-dist/swagger-ui.css')));
  const ownScript = assetOf('page', 'js', pageScript);
  const ownStyle = assetOf('page', 'css', pageStyle);
  const page = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Judgment Service API</title><link rel="icon" href="data:,">
<link rel="stylesheet" href="${style.path}"><link rel="stylesheet" href="${ownStyle.path}">
<script defer src="${script.path}"></script><script defer src="${ownScript.path}"></script></head>
<body><main id="reference"></main><noscript>The page needs JavaScript; the document is /openapi.json.</noscript></body></html>
`;
  return { page: Buffer.from(page), assets: [script, style, ownScript, ownStyle] };
}
