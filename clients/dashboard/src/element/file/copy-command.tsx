import { Button, Code, CopyButton, Group } from '@mantine/core';

/** A command to type, with a button that copies it. */
export function CopyCommand({ command }: { command: string }) {
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start" my={4}>
      <Code block tabIndex={0} className="command">
        {command}
      </Code>
      <CopyButton value={command}>
        {({ copied, copy }) => (
          <Button size="xs" variant="default" onClick={copy} style={{ flexShrink: 0 }}>
            {copied ? 'Copied' : 'Copy'}
          </Button>
        )}
      </CopyButton>
    </Group>
  );
}
