import { Problem } from '@app/problem';

const canceled = '57014';

/** Whether the server ended a statement that ran for longer than it may. */
export function isTimeOver(error: unknown): boolean {
  const cause = error instanceof Problem ? error.cause : error;
  return (cause as { code?: string } | undefined)?.code === canceled;
}
