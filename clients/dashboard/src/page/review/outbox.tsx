import { Alert, Button, Group, List, Text } from '@mantine/core';
import { failureOf } from '../../api/failure';
import { countedText } from '../../format/number';
import { saidText, type Label } from './review';

/** Labels that the service does not have yet; those that failed say why and can be sent again. */
export function Outbox({
  outbox,
  onAgain,
  onDrop,
}: {
  outbox: readonly Label[];
  onAgain: () => void;
  onDrop: (label: Label) => void;
}) {
  const lost = outbox.filter(({ error }) => error !== undefined);
  return (
    <section aria-label="Outbox">
      <details open={lost.length > 0}>
        <summary>{countedText(outbox.length, 'label')} to send</summary>
        <List size="sm">
          {outbox.map((label) => (
            <List.Item key={label.key}>
              {label.item.document}: {saidText(label)}
              {label.seen && ', after the answer was shown'}
              {label.tried && label.error === undefined && ', being sent; a new label replaces it'}
              {label.error !== undefined && (
                <>
                  , not sent: {failureOf(label.error).title}{' '}
                  <Button size="compact-xs" variant="default" onClick={() => onDrop(label)}>
                    Discard
                  </Button>
                </>
              )}
            </List.Item>
          ))}
        </List>
      </details>
      {lost.length > 0 && (
        <Alert color="yellow" role="status" title={`${countedText(lost.length, 'label')} not sent`}>
          <Group>
            <Text size="sm">
              They are kept on this page and sent again under the same idempotency keys, so none counts twice.
            </Text>
            <Button size="xs" variant="default" onClick={onAgain}>
              Send now
            </Button>
          </Group>
        </Alert>
      )}
    </section>
  );
}
