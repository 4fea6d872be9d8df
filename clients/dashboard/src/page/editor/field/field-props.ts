import type { Schema } from '@app/sdk/client';
import type { Body } from '../draft/draft';
import type { Fault } from '../draft/fault';

/** What each part of the form is given: the request as it is typed, how it changes, and what was refused or warned of. */
export interface FieldProps {
  body: Partial<Body>;
  onChange: (part: Partial<Body>) => void;
  fault: Fault | null;
  warnings: readonly Schema<'Warning'>[];
}
