import { Button, Checkbox, Group, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { Refusal } from '../../element/loading/refusal';
import { faultAt, faultOf } from '../editor/draft/fault';
import type { EndpointFields } from './endpoint-fields';
import { platformTypes } from './event-types';

/** The types are one field; the others are texts, each with the member of the request that it stands for. */
const texts = [
  ['prefix', '/namespace_prefix', 'Namespaces', 'A namespace, or a prefix such as acme/*. Empty: all.'],
  ['description', '/description', 'Description', 'For your team'],
] as const;

/** Where events go, which ones, and how fast. */
export function EndpointForm({
  fields,
  words,
  isIdle,
  isPending,
  error,
  onChange,
  onSubmit,
}: {
  fields: EndpointFields;
  /** What the button says. */
  words: string;
  /** Whether there is nothing to send. */
  isIdle: boolean;
  isPending: boolean;
  error: unknown;
  onChange: (part: Partial<EndpointFields>) => void;
  onSubmit: () => void;
}) {
  const fault = faultOf(error);
  const isAtField = ['/url', '/events', '/max_per_second', ...texts.map(([, at]) => at)].some(
    (at) => faultAt(fault, at) !== undefined,
  );
  // An endpoint may hold patterns that this page does not offer.
  const offered = [...new Set(['*', ...platformTypes, ...fields.events])];
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <Stack gap="sm">
        <TextInput
          label="URL"
          type="url"
          maw={480}
          placeholder="https://example.com/hooks"
          required
          value={fields.url}
          error={faultAt(fault, '/url')}
          onChange={(event) => onChange({ url: event.currentTarget.value })}
        />
        <Checkbox.Group
          label="Event types"
          description="Subscription events go to the endpoint set on each subscription, whatever you select here."
          value={fields.events}
          error={faultAt(fault, '/events')}
          onChange={(events) => onChange({ events })}
        >
          <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing={4} mt={4}>
            {offered.map((type) => (
              <Checkbox
                key={type}
                size="xs"
                value={type}
                label={type === '*' ? '*: all of these, including future types' : type}
              />
            ))}
          </SimpleGrid>
        </Checkbox.Group>
        <Group align="flex-start">
          {texts.map(([member, at, label, description]) => (
            <TextInput
              key={member}
              label={label}
              description={description}
              value={fields[member]}
              error={faultAt(fault, at)}
              onChange={(event) => onChange({ [member]: event.currentTarget.value })}
            />
          ))}
          <TextInput
            label="Max. deliveries per second"
            description="Empty: no limit"
            type="number"
            min={0}
            step="any"
            value={fields.pace}
            error={faultAt(fault, '/max_per_second')}
            onChange={(event) => onChange({ pace: event.currentTarget.value })}
          />
        </Group>
        {error !== null && !isAtField && <Refusal error={error} />}
        <div>
          <Button type="submit" size="xs" loading={isPending} disabled={isIdle || fields.url === ''}>
            {words}
          </Button>
        </div>
      </Stack>
    </form>
  );
}
