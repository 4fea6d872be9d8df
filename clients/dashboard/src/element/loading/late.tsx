import type { ReactNode } from 'react';
import { Boundary } from './boundary';
import { Meanwhile } from './meanwhile';
import { Waiting } from './waiting';

/** A part that comes after the first load. Where it does not come, the refusal stands in its place and the page goes on. */
export function Late({ children, meanwhile = <Waiting /> }: { children: ReactNode; meanwhile?: ReactNode }) {
  return (
    <Boundary>
      <Meanwhile value={meanwhile}>{children}</Meanwhile>
    </Boundary>
  );
}
