import type { PointerEvent } from 'react';
import { stepOf, valueAt } from './editable';

/** As the chart has them, in pixels. */
const [left, right] = [46, 20];

/** A line over the chart that the mouse and the arrow keys move. */
export function ThresholdHandle({
  name,
  value,
  domain,
  onMove,
}: {
  name: string;
  value: number;
  domain: readonly [number, number];
  onMove: (value: number) => void;
}) {
  const [low, high] = domain;
  const share = Math.min(1, Math.max(0, (value - low) / (high - low)));
  const at = `calc(${left}px + (100% - ${left + right}px) * ${share})`;
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (event.buttons !== 1) return;
    const { left: begin, width } = event.currentTarget.getBoundingClientRect();
    onMove(valueAt((event.clientX - begin - left) / (width - left - right), domain));
  };
  return (
    <>
      <div className="handle-line" style={{ left: at }} />
      {/* The slider below says the same to keys and to readers. */}
      <div
        aria-hidden="true"
        style={{ position: 'absolute', inset: '0 0 24px', touchAction: 'none', cursor: 'ew-resize' }}
        onPointerDown={drag}
        onPointerMove={drag}
      />
      <input
        className="handle"
        type="range"
        aria-label={`Threshold ${name}`}
        min={low}
        max={high}
        step={stepOf(domain)}
        value={value}
        onChange={(event) => onMove(Number(event.currentTarget.value))}
      />
    </>
  );
}
