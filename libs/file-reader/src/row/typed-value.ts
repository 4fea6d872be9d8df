import { isExactNumber } from '@app/json/web';
import { roundedNumberIn } from '../json/number-scan';

/** What the cells of a column become. */
export type CellType = 'text' | 'number' | 'boolean';

/** A cell as JSON where it is JSON; an empty one is nothing. A number that would lose digits stays a text. */
export function typedValue(cell: string): unknown {
  if (cell === '') return undefined;
  try {
    const value: unknown = JSON.parse(cell);
    const isKept = typeof value === 'number' ? isExactNumber(cell.trim()) : roundedNumberIn(cell) === null;
    return isKept ? value : cell;
  } catch {
    return cell;
  }
}

/**
 * A cell as a value of its column's type. `true` and `false` are read in any case, since spreadsheets write capitals.
 * @returns undefined for an empty cell of another type than text; the text itself where it is not of the type, or would lose digits
 */
export function typedCell(cell: string, type: CellType): unknown {
  if (type === 'text') return cell;
  const value = typedValue(type === 'boolean' ? lowerTruth(cell) : cell);
  return value === undefined || typeof value === type ? value : cell;
}

function lowerTruth(cell: string): string {
  return /^\s*(?:true|false)\s*$/i.test(cell) ? cell.toLowerCase() : cell;
}
