import { Code } from '@mantine/core';

/** A JSON value as a tree that opens and closes. Everything is text: documents hold whatever was written into them. */
export function JsonTree({ value, depth = 0 }: { value: unknown; depth?: number }) {
  if (typeof value !== 'object' || value === null) return <Code className="wrap">{JSON.stringify(value)}</Code>;
  const entries = Object.entries(value);
  if (entries.length === 0) return <Code>{Array.isArray(value) ? '[]' : '{}'}</Code>;
  return (
    <div className="tree">
      <ul>
        {entries.map(([name, member]) => (
          <li key={name}>
            {typeof member === 'object' && member !== null ? (
              <details open={depth < 2}>
                <summary>
                  {name} <small>({Object.keys(member).length})</small>
                </summary>
                <JsonTree value={member} depth={depth + 1} />
              </details>
            ) : (
              <>
                <strong>{name}</strong> <JsonTree value={member} depth={depth + 1} />
              </>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
