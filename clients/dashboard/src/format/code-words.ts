/** The code of a warning or notice as a title, such as `Short history` of `short_history`. */
export function titleOfCode(code: string): string {
  const words = code.replace('built_in', 'built-in').replaceAll('_', ' ');
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
