import { Alert, Button, Code, Text } from '@mantine/core';
import { failureOf } from '../api/failure';

/** An error in words: how to mend it, its code and the request to name when asking for help. */
export function Refusal({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { title, sentence, code, requestId, path, mayRetry } = failureOf(error);
  return (
    <Alert color="red" title={title} role="alert">
      <Text size="sm" className="wrap">
        {sentence}
      </Text>
      <Text size="xs" c="dimmed" mt={4}>
        <Code>{code}</Code> {path && <>at {path} </>}
        {requestId && <>request {requestId}</>}
      </Text>
      {onRetry && mayRetry && (
        <Button size="xs" variant="default" mt="xs" onClick={onRetry}>
          Try again
        </Button>
      )}
    </Alert>
  );
}
