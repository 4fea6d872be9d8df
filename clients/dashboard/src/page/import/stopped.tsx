import { FileFault } from '@app/file-reader';
import { Alert, Button, Group } from '@mantine/core';
import { Refusal } from '../../element/loading/refusal';
import { WrongFile } from './run-import';
import type { Run } from './use-run';

/** Why an import stopped, and what can be done: what no further try can mend offers none. */
export function Stopped({
  run: { kept, error },
  onAgain,
  onLeave,
  onShow,
}: {
  run: Run;
  onAgain: () => void;
  onLeave: () => void;
  onShow: () => void;
}) {
  if (error instanceof WrongFile) {
    return (
      <>
        <Alert color="red" role="alert" title="Nothing was written">
          {error.message}
        </Alert>
        <Group>
          <Button size="xs" onClick={onLeave}>
            Choose a file again
          </Button>
        </Group>
      </>
    );
  }
  if (error instanceof FileFault) {
    return (
      <>
        <Alert color="red" role="alert" title="The file cannot be read any further">
          {error.message}
        </Alert>
        <Group>
          <Button size="xs" onClick={onShow}>
            Show what was written of {kept.fileName}
          </Button>
        </Group>
      </>
    );
  }
  const isMoved = error instanceof DOMException && error.name === 'NotReadableError';
  return (
    <>
      {isMoved ? (
        <Alert color="red" role="alert" title="The file was changed or moved">
          Choose it again to continue. Where it was changed, it is another file: import it anew.
        </Alert>
      ) : (
        <Refusal error={error} />
      )}
      <Group gap="xs">
        {!isMoved && (
          <Button size="xs" onClick={onAgain}>
            Continue
          </Button>
        )}
        <Button size="xs" variant="default" onClick={onLeave}>
          Continue later
        </Button>
      </Group>
    </>
  );
}
