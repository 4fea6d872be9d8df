import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';

/** Pictures that are drawn before somebody asks for more, in each step. */
const atOnce = 8;

/** The pictures of a document under their names. The browser fetches those in sight, with the session's cookie. */
export function DocumentImages({ ns, images }: { ns: string; images: Readonly<Record<string, string>> }) {
  const [most, setMost] = useState(atOnce);
  const all = Object.entries(images);
  if (all.length === 0) return null;
  return (
    <Group gap="sm" align="flex-start" role="group" aria-label="Images">
      {all.slice(0, most).map(([name, id]) => (
        <Picture key={`${name} ${id}`} ns={ns} name={name} id={id} />
      ))}
      {all.length > most && (
        <Button size="xs" variant="default" onClick={() => setMost(most + atOnce)}>
          {`Show more of ${all.length}`}
        </Button>
      )}
    </Group>
  );
}

function Picture({ ns, name, id }: { ns: string; name: string; id: string }) {
  const [isLost, setLost] = useState(false);
  return (
    <figure className="figure">
      {isLost ? (
        <Text size="sm">The image cannot be shown; it may have been erased.</Text>
      ) : (
        <img
          className="picture"
          loading="lazy"
          alt={name}
          src={`/v1/namespaces/${encodeURIComponent(ns)}/images/${encodeURIComponent(id)}`}
          onError={() => setLost(true)}
        />
      )}
      <Text size="xs" c="dimmed" component="figcaption">
        {name}
      </Text>
    </figure>
  );
}
