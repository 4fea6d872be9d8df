import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useEffect, type ReactNode } from 'react';
import { Refusal } from './loading/refusal';

/** A button that asks before it does what cannot be taken back. */
export function Ask({
  words,
  question,
  change,
}: {
  words: string;
  question: ReactNode;
  change: {
    mutate: (given: void) => void;
    isPending: boolean;
    isSuccess: boolean;
    error: unknown;
    reset: () => void;
  };
}) {
  const [isOpen, { open, close }] = useDisclosure(false);
  // What was asked is done.
  useEffect(() => {
    if (change.isSuccess) close();
  }, [change.isSuccess, close]);
  const onClose = () => {
    change.reset();
    close();
  };
  return (
    <>
      <Button variant="default" size="xs" onClick={open}>
        {words}
      </Button>
      <Modal opened={isOpen} onClose={onClose} title={words} closeButtonProps={{ 'aria-label': 'Close' }}>
        <Stack>
          <Text component="div">{question}</Text>
          {change.error !== null && <Refusal error={change.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button color="red" loading={change.isPending} onClick={() => change.mutate()}>
              {words}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
