import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';

/** A link to another page of the dashboard. @param isUnderlined beside other words, where its colour alone would not tell it from them */
export function AppLink({ to, isUnderlined, children }: { to: string; isUnderlined?: boolean; children: ReactNode }) {
  return (
    <Anchor component={Link} href={to} inherit className="wrap" underline={isUnderlined ? 'always' : 'hover'}>
      {children}
    </Anchor>
  );
}
