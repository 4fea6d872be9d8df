import { margins, type Chart } from '@app/charts';
import { useElementSize } from '@mantine/hooks';
import * as Plot from '@observablehq/plot';
import { useEffect, useRef, type ReactNode } from 'react';

const narrow = 480;

/** The picture of a chart, as wide as its place, with the sentence as its name. */
export function Drawing({ chart, children }: { chart: Chart; children?: ReactNode }) {
  const { ref, width } = useElementSize();
  const picture = useRef<HTMLDivElement>(null);
  const { options, sentence } = chart;
  useEffect(() => {
    if (width < 1) return;
    const isLow = width < narrow && options.x?.axis !== null;
    const svg = Plot.plot({
      ...margins,
      ...options,
      width: Math.floor(width),
      height: isLow ? Math.round(options.height * 0.75) : options.height,
      x: { ...options.x, ticks: Math.max(2, Math.round(width / 80)) },
    });
    // The page's own style sheet holds the chart's rules: the content security policy allows no other.
    svg.querySelector('style')?.remove();
    // The picture has one name; its parts must have none of their own.
    for (const part of svg.querySelectorAll('[aria-label]')) part.removeAttribute('aria-label');
    svg.setAttribute('class', 'chart');
    svg.setAttribute('role', 'img');
    svg.setAttribute('aria-label', sentence);
    picture.current?.replaceChildren(svg);
  }, [options, sentence, width]);
  return (
    <div className="drawn" ref={ref}>
      <div ref={picture} />
      {children}
    </div>
  );
}
