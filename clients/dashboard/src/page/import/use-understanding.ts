import { FileFault, headBytes, readFileIdentity, sniff, type Understanding } from '@app/file-reader';
import { useEffect, useState } from 'react';
import type { Reading } from './kept-import';

/** A file as far as its first bytes tell. */
export interface Understood {
  identity: string;
  /** Null where the file cannot be read so; the fault says why. */
  understanding: Understanding | null;
  fault: FileFault | null;
}

/** Looks at the head of a file. @returns null until that is done */
export function useUnderstanding(
  file: File | null,
  reading: Reading,
): { understood: Understood | null; error: unknown } {
  const [understood, setUnderstood] = useState<Understood | null>(null);
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    let isCurrent = true;
    setUnderstood(null);
    setError(null);
    if (!file) return;
    lookAt(file, reading).then(
      (done) => isCurrent && setUnderstood(done),
      (thrown: unknown) => isCurrent && setError(thrown),
    );
    return () => {
      isCurrent = false;
    };
  }, [file, reading]);
  return { understood, error };
}

async function lookAt(file: File, reading: Reading): Promise<Understood> {
  const [identity, head] = await Promise.all([readFileIdentity(file), file.slice(0, headBytes).arrayBuffer()]);
  try {
    const understanding = sniff(new Uint8Array(head), { ...reading, name: file.name }, file.size <= headBytes);
    return { identity, understanding, fault: null };
  } catch (fault) {
    if (!(fault instanceof FileFault)) throw fault;
    return { identity, understanding: null, fault };
  }
}
