import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';

/** A link to another page of the dashboard. */
export function AppLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Anchor component={Link} href={to} inherit className="wrap">
      {children}
    </Anchor>
  );
}
