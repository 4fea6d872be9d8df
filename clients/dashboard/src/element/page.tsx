import { Group, Stack, Title } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';

/** A page under its title, which takes the focus when the page opens so that readers hear where they are. */
export function Page({ title, side, children }: { title: string; side?: ReactNode; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Judgment Service`;
    // A page that comes late takes it from nobody who types into the search meanwhile.
    if (document.activeElement?.closest('[data-search]')) return;
    heading.current?.focus({ preventScroll: true });
  }, [title]);
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Title order={1} size="h2" tabIndex={-1} ref={heading} className="wrap">
          {title}
        </Title>
        {side}
      </Group>
      {children}
    </Stack>
  );
}
