import { Skeleton, Stack } from '@mantine/core';
import { useEffect, useState } from 'react';

/** Nothing for 150 ms, then grey lines: a fast reply must not flash. */
export function Waiting({ lines = 4 }: { lines?: number }) {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), 150);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Stack role="status" aria-label="Loading" aria-busy="true">
      {isSlow && Array.from({ length: lines }, (_, line) => <Skeleton key={line} height={18} />)}
    </Stack>
  );
}
