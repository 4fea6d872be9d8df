/** Why a file as a whole cannot be read. */
export type FileFaultCode =
  | 'bad_encoding'
  | 'unknown_encoding'
  | 'bad_delimiter'
  | 'not_text'
  | 'not_a_list'
  | 'broken_array'
  | 'too_large'
  | 'no_header'
  | 'broken_header'
  | 'duplicate_columns'
  | 'too_many_columns';

/** A file that cannot be read. The message is for the person who chose the file: it says what is wrong and how to mend it. */
export class FileFault extends Error {
  override readonly name = 'FileFault';

  /** @param line line of the file that is to blame, from 1; null where no line is */
  constructor(
    readonly code: FileFaultCode,
    message: string,
    readonly line: number | null = null,
  ) {
    super(message);
  }
}
