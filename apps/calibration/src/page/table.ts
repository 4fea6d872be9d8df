import { Markup, html } from './markup';

/** A number with three decimals; a dash for none. */
export function number(value: number | null | undefined, digits = 3): string {
  return value === null || value === undefined ? '–' : value.toFixed(digits);
}

export function percent(value: number | null | undefined): string {
  return value === null || value === undefined ? '–' : `${(100 * value).toFixed(1)}\u00a0%`;
}

/** A value with the ends of its interval. */
export function withInterval(
  value: number | null | undefined,
  ends: readonly number[] | null | undefined,
  show: (value: number | null | undefined) => string = number,
): string {
  return ends ? `${show(value)} (${show(ends[0])} to ${show(ends[1])})` : show(value);
}

/** A table whose first column names its rows. */
export function table(
  caption: string,
  heads: readonly string[],
  rows: readonly (readonly (string | Markup)[])[],
): Markup {
  const head = heads.map((name) => html`<th scope="col">${name}</th>`);
  const body = rows.map(([name, ...cells]) => {
    const rest = cells.map((cell) => html`<td>${cell}</td>`);
    return html`<tr>
      <th scope="row">${name}</th>
      ${rest}
    </tr>`;
  });
  return html`<div class="scroll" role="region" tabindex="0" aria-label="${caption}">
    <table>
      <caption>
        <span>${caption}</span>
      </caption>
      <thead>
        <tr>
          ${head}
        </tr>
      </thead>
      <tbody>
        ${body}
      </tbody>
    </table>
  </div>`;
}
