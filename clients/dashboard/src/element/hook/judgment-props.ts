import type { Schema } from '@app/sdk/client';

/** What each tab of a judgment's page is given. */
export interface JudgmentProps {
  ns: string;
  judgment: Schema<'JudgmentView'>;
}
