import { Button, Code, Group, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { bytesText } from '../../format/number';
import { firstMembers, isNode, mostMembers, mostTreeBytes, type Node, openedAtFirst, sizeOf } from './drawn-json';
import { saveFile } from '../file/save-file';

/**
 * A JSON value as a tree that opens and closes, or as text when it is large. Everything is text: documents hold whatever was
 * written into them.
 * @param file what the file of a large value is called
 */
export function JsonTree({ value, depth = 0, file = 'value' }: { value: unknown; depth?: number; file?: string }) {
  const isLarge = useMemo(() => new Blob([JSON.stringify(value) ?? '']).size > mostTreeBytes, [value]);
  const opened = useMemo(() => (isLarge ? new Set() : openedAtFirst(value, depth)), [isLarge, value, depth]);
  if (isLarge) return <LargeJson value={value} file={file} />;
  if (!isNode(value) || sizeOf(value) === 0) return <Plain value={value} />;
  return (
    <div className="tree">
      <Members node={value} opened={opened} />
    </div>
  );
}

function Members({ node, opened }: { node: Node; opened: ReadonlySet<unknown> }) {
  const [most, setMost] = useState(mostMembers);
  const size = sizeOf(node);
  return (
    <ul>
      {firstMembers(node, most).map(([name, member]) => (
        <li key={name}>
          {isNode(member) && sizeOf(member) > 0 ? (
            <Opening name={name} node={member} opened={opened} />
          ) : (
            <>
              <strong>{name}</strong> <Plain value={member} />
            </>
          )}
        </li>
      ))}
      {size > most && (
        <li>
          <Button size="compact-xs" variant="default" onClick={() => setMost(most + mostMembers)}>
            {`Show ${Math.min(mostMembers, size - most)} more of ${size}`}
          </Button>
        </li>
      )}
    </ul>
  );
}

/** A node with its members, which are drawn while it is open alone. */
function Opening({ name, node, opened }: { name: string; node: Node; opened: ReadonlySet<unknown> }) {
  const [isOpen, setOpen] = useState(opened.has(node));
  return (
    <details open={isOpen} onToggle={(toggled) => setOpen(toggled.currentTarget.open)}>
      <summary>
        {name} <small>({sizeOf(node)})</small>
      </summary>
      {isOpen && <Members node={node} opened={opened} />}
    </details>
  );
}

function Plain({ value }: { value: unknown }) {
  return <Code className="wrap">{JSON.stringify(value)}</Code>;
}

function LargeJson({ value, file }: { value: unknown; file: string }) {
  const text = useMemo(() => JSON.stringify(value, null, 1), [value]);
  return (
    <div>
      <Group gap="xs">
        <Text size="sm">{bytesText(new Blob([text]).size)}: shown as text.</Text>
        <Button size="xs" variant="default" onClick={() => saveFile(file, 'json', text)}>
          Save as a file
        </Button>
      </Group>
      <pre className="plain" tabIndex={0} role="region" aria-label={`JSON of ${file}`}>
        {text}
      </pre>
    </div>
  );
}
