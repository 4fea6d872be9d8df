/** The bundler and Jest load a file of Markdown as the HTML that `deploy/tools/build/markdown/render.cjs` makes of it. */
declare module '*.md' {
  const page: {
    title: string;
    sections: { id: string; title: string }[];
    html: string;
  };
  export default page;
}
