/** An option or a level while it is typed. */
export interface OptionRow {
  value: string;
  description: string;
}

/** What is sent of an option or a level. A description in which nothing is typed is left out. */
export interface Option<Value = string> {
  value: Value;
  description?: string;
}

/** The rows that show options or levels; none for anything else than a list of them. */
export function rowsOf(options: unknown): OptionRow[] {
  if (!Array.isArray(options)) return [];
  return (options as { value?: unknown; description?: unknown }[]).map(({ value, description }) => ({
    value: String(value ?? ''),
    description: String(description ?? ''),
  }));
}

/** The options that rows hold, without the rows in which nothing is typed. A value is sent as typed, also with a colon. */
export function optionsOf(rows: readonly OptionRow[]): Option[] {
  return typedRows(rows).map(({ value, description }) => ({
    value: value.trim(),
    ...(description.trim() !== '' && { description: description.trim() }),
  }));
}

/** The levels that rows hold. A value that is no number stays text: the service says where it stands. */
export function levelsOf(rows: readonly OptionRow[]): Option<number | string>[] {
  return optionsOf(rows).map(({ value, ...rest }) => {
    const number = Number(value);
    return { value: value === '' || Number.isNaN(number) ? value : number, ...rest };
  });
}

/**
 * The rows in pasted lines, such as `billing: Invoices and payments`, or two cells of a spreadsheet. A colon that no blank
 * follows belongs to the value, as in `billing:invoice`.
 */
export function rowsOfText(text: string): OptionRow[] {
  return typedRows(
    text.split(/\r?\n/).map((line) => {
      const [, value = line, description = ''] = /^(.*?)(?:\t|:\s+|:$)(.*)$/.exec(line) ?? [];
      return { value: value.trim(), description: description.trim() };
    }),
  );
}

/** Rows with many lines pasted into one of them: those of the text stand in its place. */
export function withPasted(rows: readonly OptionRow[], at: number, text: string): OptionRow[] {
  return [...rows.slice(0, at), ...rowsOfText(text), ...rows.slice(at + 1)];
}

const typedRows = (rows: readonly OptionRow[]) =>
  rows.filter(({ value, description }) => value.trim() !== '' || description.trim() !== '');
