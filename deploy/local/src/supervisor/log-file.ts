import { createWriteStream, existsSync, renameSync, statSync, type WriteStream } from 'node:fs';

/** Bytes after which a start begins a new file; one old one is kept. */
const largestLog = 20 * 1024 * 1024;

/** A log that is appended to. @param onError e.g. the disk is full */
export function openLog(path: string, onError: (error: NodeJS.ErrnoException) => void): WriteStream {
  if (existsSync(path) && statSync(path).size > largestLog) renameSync(path, `${path}.old`);
  return createWriteStream(path, { flags: 'a' }).on('error', onError);
}
