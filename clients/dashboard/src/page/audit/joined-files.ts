/** Files of one export as one: of tables the line of names stands once. */
export function joinedFiles(format: 'csv' | 'jsonl', files: readonly string[]): string {
  if (format === 'jsonl') return files.join('');
  const [first = '', ...rest] = files;
  return [first, ...rest.map((file) => file.slice(file.indexOf('\r\n') + 2))].join('');
}
