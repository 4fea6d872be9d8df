import type { Understanding } from '@app/file-reader';
import { Code, Stack, Text, Title } from '@mantine/core';
import { bytesText, countText } from '../../format/number';
import { mostTreeBytes } from '../../element/json/drawn-json';
import { plannerOf, type Plan } from './plan';
import { newBody } from './write-batch';

const mostShown = 3;

/** What the first request would write: its first documents, as they are sent. */
export function Preview({ understanding, plan, ns }: { understanding: Understanding; plan: Plan; ns: string }) {
  const planned = plannerOf(plan);
  const made = understanding.sample.map((one) => ({
    line: one.line,
    row: one.kind === 'row' ? planned(one.fields) : one.message,
  }));
  const documents = made.flatMap(({ row }) => (typeof row === 'string' ? [] : [row.document]));
  const refused = made.flatMap(({ line, row }) => (typeof row === 'string' ? [{ line, reason: row }] : []));
  const text = JSON.stringify(newBody(documents.slice(0, mostShown)), null, 2);
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        Preview
      </Title>
      <Text size="sm">
        The first {countText(Math.min(mostShown, documents.length))} of up to 500 documents of the first request, POST
        /v1/namespaces/{encodeURIComponent(ns === '' ? '…' : ns)}/documents. Each also gets a time, unless it has one,
        so that the order of the file stays known.
      </Text>
      <Code
        block
        className="plain"
        tabIndex={0}
        role="region"
        aria-label="Body of the request"
        mah={360}
        style={{ overflow: 'auto' }}
      >
        {text.length > mostTreeBytes ? `${text.slice(0, mostTreeBytes)}… (${bytesText(text.length)})` : text}
      </Code>
      {refused.length > 0 && (
        <Text size="sm" role="status" className="wrap">
          {countText(refused.length)} of the first {countText(made.length)} rows will be refused. Line{' '}
          {refused[0]?.line}: {refused[0]?.reason}
        </Text>
      )}
    </Stack>
  );
}
