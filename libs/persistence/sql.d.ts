/** The bundler and Jest load a file of SQL as its text. */
declare module '*.sql' {
  const text: string;
  export default text;
}
