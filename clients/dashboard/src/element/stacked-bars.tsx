import { Text } from '@mantine/core';
import { stackOf, type Bar } from '../format/stack';

/** Colours of the parts of a bar; the words and the table beneath say the same. */
const colours = ['--bar', '--warn', '--good', '--bad', '--calm'];
const [width, height] = [600, 140];

/**
 * Amounts over time as bars of parts, with a line where a limit lies. The picture says in a sentence what it shows; the
 * caller shows the numbers in a table beside it.
 */
export function StackedBars({
  sentence,
  parts,
  bars,
  line,
}: {
  sentence: string;
  /** Names of the parts, from the bottom; five at most. */
  parts: readonly string[];
  bars: readonly Bar[];
  /** A limit in the unit of the bars. */
  line?: { name: string; at: number };
}) {
  const { rects, lineY, most } = stackOf(bars, { width, height, line: line?.at });
  return (
    <figure className="bars">
      <svg role="img" aria-label={sentence} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none">
        {rects.map(({ part, label, ...at }) => (
          <rect key={`${label} ${part}`} {...at} style={{ fill: `var(${colours[part]})` }}>
            <title>{`${label}: ${parts[part]}`}</title>
          </rect>
        ))}
        {lineY !== null && <line x1="0" x2={width} y1={lineY} y2={lineY} />}
      </svg>
      <Text component="figcaption" size="xs" c="dimmed">
        {bars[0]?.label} to {bars.at(-1)?.label}, at most {most}
        {parts.map((name, part) => (
          <span key={name} className="wrap">
            {' · '}
            <span className="key" style={{ background: `var(${colours[part]})` }} /> {name}
          </span>
        ))}
        {line && ` · dashed: ${line.name}`}
      </Text>
    </figure>
  );
}
