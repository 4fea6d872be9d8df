import { Alert, Button, Code, Text } from '@mantine/core';
import { useState } from 'react';
import { failureOf } from '../../api/failure';
import { AppLink } from '../app-link';
import { Moment, useNow } from '../moment';
import { SignInAgain } from './sign-in-again';

/** Where a person sees more of what was refused. */
const pages: Readonly<Record<string, readonly [string, string]>> = {
  plan_required: ['/settings?tab=organization', 'See the limits of your plan'],
  budget_exceeded: ['/usage', 'See usage'],
  forbidden: ['/settings?tab=members', 'See who can change this'],
};

/** An error in words: how to mend it, its code and the request to name when asking for help. */
export function Refusal({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { title, sentence, code, requestId, path, mayRetry, needsSignIn, retryAfterMs, resetsAt, facts } =
    failureOf(error);
  const [to, words] = pages[code.replace(/:.*/, '')] ?? [];
  return (
    <Alert color="red" title={title} role="alert">
      {[sentence, ...facts].map((line) => (
        <Text size="sm" className="wrap" key={line}>
          {line}
        </Text>
      ))}
      {resetsAt !== null && (
        <Text size="sm">
          It resets <Moment at={resetsAt} />.
        </Text>
      )}
      <Text size="xs" c="dimmed" mt={4}>
        <Code>{code}</Code> {path && <>at {path} </>}
        {requestId && <>request {requestId}</>}
      </Text>
      {needsSignIn && <SignInAgain onceDone="You are signed in again. Repeat the action." />}
      {to !== undefined && !needsSignIn && <AppLink to={to}>{words}</AppLink>}
      {mayRetry && resetsAt === null && (
        // Another error counts anew.
        <Retry key={`${requestId ?? ''} ${sentence}`} afterMs={retryAfterMs ?? 0} onRetry={onRetry} />
      )}
    </Alert>
  );
}

/** Counts down what the service asked to wait; then offers the request again, where it is not a button of the page. */
function Retry({ afterMs, onRetry }: { afterMs: number; onRetry?: () => void }) {
  const now = useNow(1_000);
  const [readyAt] = useState(() => now + afterMs);
  const left = Math.ceil((readyAt - now) / 1_000);
  if (!onRetry) return left > 0 ? <Text size="sm">Try again in {left} s.</Text> : null;
  return (
    <Button size="xs" variant="default" mt="xs" disabled={left > 0} onClick={onRetry}>
      {left > 0 ? `Try again in ${left} s` : 'Try again'}
    </Button>
  );
}
