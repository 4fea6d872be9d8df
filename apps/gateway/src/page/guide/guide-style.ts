/** The style of the guides: light and dark as the browser asks, one column on a phone, two from 900 pixels on. */
export const guideStyle = `
:root { color-scheme: light dark; --ground: #ffffff; --text: #1c2128; --soft: #57606a; --line: #d0d7de; --code: #f3f5f7; --link: #0b57a8; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #15181c; --text: #e4e7eb; --soft: #a5adb8; --line: #3a414a; --code: #20252b; --link: #86b7f5; }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { background: var(--ground); color: var(--text); font: 16px/1.6 system-ui, sans-serif; margin: 0; overflow-wrap: break-word; }
header { align-items: baseline; border-bottom: 1px solid var(--line); display: flex; flex-wrap: wrap; gap: 0 1.25rem; padding: .75rem 1rem; }
header strong { margin-right: auto; }
a { color: var(--link); }
a:focus-visible, summary:focus-visible, [tabindex]:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
.page { margin: 0 auto; max-width: 72rem; padding: 0 1rem; }
main { min-width: 0; padding: 1rem 0 2rem; }
h1 { font-size: 1.75rem; line-height: 1.25; margin: .5rem 0 1rem; }
h2 { border-top: 1px solid var(--line); font-size: 1.25rem; margin: 2rem 0 .75rem; padding-top: 1.25rem; }
h3 { font-size: 1.05rem; margin: 1.5rem 0 .5rem; }
p, ul, ol, pre, .wide, details { margin: 0 0 1rem; }
li { margin: .25rem 0; }
code { background: var(--code); border-radius: 4px; font: .875em/1.5 ui-monospace, monospace; padding: .1em .3em; }
pre { background: var(--code); border: 1px solid var(--line); border-radius: 6px; overflow-x: auto; padding: .75rem 1rem; }
pre code { background: none; padding: 0; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: .9375rem; }
th, td { border: 1px solid var(--line); padding: .4rem .6rem; text-align: left; vertical-align: top; }
th { background: var(--code); }
summary { cursor: pointer; }
nav { border-top: 1px solid var(--line); padding: 1rem 0 2rem; }
nav h2 { border: 0; color: var(--soft); font-size: .875rem; margin: 1rem 0 .25rem; padding: 0; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav li a { display: block; padding: .25rem .5rem; text-decoration: none; }
nav li a:hover { text-decoration: underline; }
nav a[aria-current] { background: var(--code); border-radius: 4px; color: var(--text); font-weight: 600; }
@media (min-width: 900px) {
  .page { display: grid; gap: 2.5rem; grid-template-columns: 15rem minmax(0, 48rem); }
  nav { border: 0; grid-column: 1; grid-row: 1; padding-top: .5rem; }
  main { grid-column: 2; grid-row: 1; }
  header .to-pages { display: none; }
}
@media print { nav, header { display: none; } }
`;
