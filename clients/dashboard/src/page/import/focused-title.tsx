import { Title } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';

/** The title of a part that takes the place of what a person pressed: it takes the focus, and readers hear it. */
export function FocusedTitle({ children }: { children: ReactNode }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <Title order={2} size="h4" className="wrap" tabIndex={-1} ref={title} style={{ outline: 'none' }}>
      {children}
    </Title>
  );
}
