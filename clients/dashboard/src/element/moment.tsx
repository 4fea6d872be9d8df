import { useEffect, useState } from 'react';
import { distanceOf } from '../format/time';

/** Milliseconds since 1970, read again after each interval: the one clock of the pages. */
export function useNow(everyMs = 10_000): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}

/** A moment as its distance from now, with the exact time beneath it. */
export function Moment({ at }: { at: string | null | undefined }) {
  const now = useNow();
  if (!at) return <>–</>;
  return (
    <time dateTime={at} title={at}>
      {distanceOf(at, now)}
    </time>
  );
}
