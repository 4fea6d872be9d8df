import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Boundary } from './boundary';
import { Refusal } from './refusal';
import { Waiting } from './waiting';

/** What a query read, as its child draws it; before that grey lines, and in place of it the refusal. */
export function Loaded<T>({
  query,
  lines,
  children,
}: {
  query: UseQueryResult<T>;
  lines?: number;
  children: (data: T) => ReactNode;
}) {
  const { data, error, isPending, refetch } = query;
  if (isPending) return <Waiting lines={lines} />;
  if (data === undefined) return <Refusal error={error} onRetry={() => void refetch()} />;
  return (
    <Boundary>
      {/* What was read stays while it cannot be read again. */}
      {error && <Refusal error={error} onRetry={() => void refetch()} />}
      {children(data)}
    </Boundary>
  );
}
