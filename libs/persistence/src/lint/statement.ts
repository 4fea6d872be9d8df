import { parse, scan } from 'libpg-query';

/** One statement of a file of SQL, as Postgres' parser reads it. */
export interface Statement {
  /** Name of its node in the tree of Postgres, such as `AlterTableStmt`. */
  kind: string;
  body: object;
  /** Line in the file, from 1. */
  line: number;
  /** Lines of comments between the statement before and this one, without the dashes. */
  comments: readonly string[];
}

/**
 * Statements of a file in their order. The parser is that of Postgres, so strings, quoted names and comments end where
 * they end for Postgres.
 * @throws Error with Postgres' message when the text is not SQL
 */
export async function readStatements(text: string): Promise<Statement[]> {
  const [{ stmts }, { tokens }] = [await parse(text), await scan(text)];
  const bytes = Buffer.from(text);
  const comments = tokens.filter(({ tokenName }) => tokenName === 'SQL_COMMENT');
  const words = tokens.filter(({ tokenName }) => !/COMMENT$/.test(tokenName));
  let before = 0;
  return stmts.map(({ stmt, stmt_location: location = 0, stmt_len: length }) => {
    const end = length === undefined ? bytes.length : location + length;
    // Postgres counts the comments after the semicolon before to the statement.
    const start = words.find((word) => word.start >= location)?.start ?? location;
    const own = comments.filter((comment) => comment.start >= before && comment.end <= start);
    before = end;
    const [[kind, body]] = Object.entries(stmt) as [[string, object]];
    const line = bytes.subarray(0, start).toString().split('\n').length;
    return { kind, body, line, comments: own.map((comment) => comment.text.replace(/^-+\s*/, '')) };
  });
}
