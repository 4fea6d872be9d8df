import { Alert, Code, CopyButton, Button } from '@mantine/core';

/** A secret, most of which are shown once. It is kept in the reply alone, never in what pages have read or in the address. */
export function Once({
  name,
  secret,
  isShownAgain = false,
}: {
  name: string;
  secret: string;
  /** Whether the service shows it again when it is asked again. */
  isShownAgain?: boolean;
}) {
  return (
    <Alert role="note" color="gray" title={isShownAgain ? name : `${name}: shown only once`}>
      <Code block className="wrap" tabIndex={0}>
        {secret}
      </Code>
      <CopyButton value={secret}>
        {({ copied, copy }) => (
          <Button size="xs" variant="default" mt="xs" onClick={copy}>
            {copied ? 'Copied' : 'Copy'}
          </Button>
        )}
      </CopyButton>
    </Alert>
  );
}
