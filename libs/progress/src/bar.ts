/** `[#####.....] 50 %` of `width` characters between the brackets; a total of 0 is an empty bar. */
export function bar(done: number, total: number, width: number): string {
  const share = total > 0 ? Math.min(1, done / total) : 0;
  const full = Math.round(share * width);
  return `[${'#'.repeat(full)}${'.'.repeat(width - full)}] ${Math.floor(share * 100)} %`;
}
