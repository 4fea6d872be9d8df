/** Features of one text: distinct buckets in ascending order, and how strong each is. */
export interface Features {
  /** Each below 2^16; a head of fewer buckets folds them. */
  index: Uint16Array;
  /** 1 + ln of how often the feature occurs. */
  value: Float32Array;
}

const [offset, prime] = [0x811c9dc5, 0x01000193];

/** FNV-1a of 32 bits over UTF-16 units; `hash` goes on where an earlier text ended. */
export function hashText(text: string, hash = offset): number {
  let at = hash;
  for (let i = 0; i < text.length; i += 1) at = Math.imul(at ^ text.charCodeAt(i), prime);
  return at >>> 0;
}

/** 32 bits folded to 16. */
function bucketOf(hash: number): number {
  return (hash ^ (hash >>> 16)) & 0xffff;
}

/** Counts features. Of one text it takes the first `most` distinct ones, and counts no others. */
export class Bag {
  private readonly counts = new Map<number, number>();

  constructor(private readonly most: number) {}

  add(hash: number): void {
    const bucket = bucketOf(hash);
    const count = this.counts.get(bucket);
    if (count !== undefined) this.counts.set(bucket, count + 1);
    else if (this.counts.size < this.most) this.counts.set(bucket, 1);
  }

  features(): Features {
    const index = Uint16Array.from(this.counts.keys()).sort();
    return { index, value: Float32Array.from(index, (bucket) => 1 + Math.log(this.counts.get(bucket) ?? 1)) };
  }
}
