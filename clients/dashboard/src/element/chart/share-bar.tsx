/** A share in [0, 1] as a bar, with ticks at the thresholds; the number stands beside it, so readers skip the picture. */
export function ShareBar({ share, ticks = [] }: { share: number | null; ticks?: readonly number[] }) {
  return (
    <svg className="bar" viewBox="0 0 100 14" preserveAspectRatio="none" aria-hidden="true">
      <rect width="100" height="14" rx="2" />
      {share !== null && <rect className="filled" width={100 * share} height="14" rx="2" />}
      {ticks.map((tick) => (
        <line key={tick} x1={100 * tick} x2={100 * tick} y1="0" y2="14" />
      ))}
    </svg>
  );
}
