/**
 * What the page adds to the renderer's style: code samples, a ground for the dark scheme before it draws, and
 * light text where its dark scheme leaves dark text.
 */
export const pageStyle = `
body { margin: 0; }
.to-guides { font: 16px sans-serif; padding: 12px 20px; }
.to-guides a { color: #0b57a8; }
html.dark-mode .to-guides a { color: #86b7f5; }
html.dark-mode { background: #1c2022; color-scheme: dark; }
.code-samples { padding: 0 20px 15px; }
.code-samples h5 { font: 600 13px sans-serif; margin: 12px 0 4px; }
.code-samples pre { background: #1b1f23; border-radius: 4px; color: #f6f8fa; font: 13px/1.5 monospace; margin: 0; overflow: auto; padding: 10px; }
.code-samples h4 { margin: 0; padding: 10px 0; }
.swagger-ui .code-samples h4, .swagger-ui .code-samples h5 { color: #3b4151; }
html.dark-mode .swagger-ui .code-samples h4, html.dark-mode .swagger-ui .code-samples h5 { color: #e4e6e6; }
html.dark-mode .swagger-ui table.headers td, html.dark-mode .swagger-ui .header-example { color: #e4e6e6; }
`;
