import { nextRow } from '../keys/shortcuts';

/**
 * Moves the focus by rows of the page's first table, onto what the row leads to. The focus itself is the mark of the row, so
 * that Enter does what it does on a link.
 */
export function focusRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('main table:first-of-type tbody > tr')].filter(
    (row, _, [first]) => row.closest('table') === first?.closest('table'),
  );
  if (rows.length === 0) return;
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const row = rows[nextRow(at, step, rows.length)];
  const inside = row?.querySelector<HTMLElement>('a, button, summary');
  if (row && !inside) row.tabIndex = -1;
  (inside ?? row)?.focus();
}
