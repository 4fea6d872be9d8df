/** The sign of the product: a check mark in a ring that is filled as far as an answer is sure. The same as `mark.svg`, which tabs of browsers show. */
export function Mark({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" className="mark">
      <rect width="32" height="32" rx="7" fill="#1864ab" />
      <path d="M23.5 9.6A10 10 0 1 0 26 16" fill="none" stroke="#a5d8ff" strokeWidth="3" strokeLinecap="round" />
      <path
        d="m11.5 15.5 4.2 4.2L25 8.6"
        fill="none"
        stroke="#fff"
        strokeWidth="3.4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
