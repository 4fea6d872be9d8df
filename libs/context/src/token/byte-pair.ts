import { maxTokenBytes, rankByBytes } from './ranks';

/** A heap entry is rank times this plus position, so that it sorts by rank and then from the left. */
const positionSpan = 2 ** 24;

/**
 * Counts the tokens of one piece by byte-pair encoding. The tokenizer's own merge scans the whole piece for each merge, so
 * that a megabyte without a space would stop the process for hours; this function keeps the candidates in a heap.
 * @param bytes the piece, one character for each byte, fewer than 2^24 bytes
 */
export function countMerged(bytes: string): number {
  const end = bytes.length;
  // next[i] and previous[i] link the starts of the present tokens; a start that a merge removed has next 0.
  const next = Int32Array.from({ length: end + 1 }, (_, index) => index + 1);
  const previous = Int32Array.from({ length: end + 1 }, (_, index) => index - 1);
  const heap: number[] = [];
  const offer = (start: number): void => {
    const rank = rankOfPair(bytes, start, next);
    if (rank !== undefined) push(heap, rank * positionSpan + start);
  };
  for (let start = 0; start < end - 1; start += 1) offer(start);

  let tokens = end;
  while (heap.length > 0) {
    const lowest = pop(heap);
    const start = lowest % positionSpan;
    if (next[start] === 0 || rankOfPair(bytes, start, next) !== Math.floor(lowest / positionSpan)) continue;
    const merged = next[start];
    next[start] = next[merged];
    next[merged] = 0;
    previous[next[start]] = start;
    tokens -= 1;
    offer(start);
    if (previous[start] >= 0) offer(previous[start]);
  }
  return tokens;
}

function rankOfPair(bytes: string, start: number, next: Int32Array): number | undefined {
  const middle = next[start];
  if (middle >= bytes.length) return undefined;
  const end = next[middle];
  return end - start > maxTokenBytes ? undefined : rankByBytes().get(bytes.slice(start, end));
}

function push(heap: number[], value: number): void {
  let at = heap.push(value) - 1;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (heap[parent] <= value) break;
    heap[at] = heap[parent];
    at = parent;
  }
  heap[at] = value;
}

function pop(heap: number[]): number {
  const top = heap[0];
  const last = heap.pop() as number;
  const size = heap.length;
  if (size === 0) return top;
  let at = 0;
  for (let child = 1; child < size; child = 2 * at + 1) {
    if (child + 1 < size && heap[child + 1] < heap[child]) child += 1;
    if (heap[child] >= last) break;
    heap[at] = heap[child];
    at = child;
  }
  heap[at] = last;
  return top;
}
