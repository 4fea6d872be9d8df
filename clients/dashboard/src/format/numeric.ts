/** A number as pages write it, with its sign, unit and interval, or the dash of one that is missing. */
const figure = /^(?:[–-]|[−+-]?\$?\d[\d,.]*(?: ?(?:%|ms|s|min|h|d|KiB|MiB|GiB|TiB|bytes))?(?: \(.*\d.*\))?)$/;

/**
 * Whether all cells of a column are figures, so that they stand on its right, digit below digit.
 * @param cells what is drawn: only texts and numbers can be told; a column of dashes alone has no figure
 */
export function isNumeric(cells: readonly unknown[]): boolean {
  const texts = cells.map((cell) => (typeof cell === 'number' ? String(cell) : cell));
  return (
    texts.every((text) => typeof text === 'string' && figure.test(text)) &&
    texts.some((text) => /\d/.test(String(text)))
  );
}
