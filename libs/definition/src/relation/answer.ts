export const upstreamFields = ['p', 'score', 'normalized', 'escape_p'] as const;
export type UpstreamField = (typeof upstreamFields)[number];

/** How a relation reads another judgment's answer about the related document: never as the number itself. */
export type UpstreamAnswer =
  /** The band of a number, as `bandText` prints it. Without `field` it is `score` of a score and `p` of a bool. */
  | { judgment: string; field?: UpstreamField; bands: number[] }
  /** The answer, by the side of a number on which it lies. */
  | { judgment: string; field?: UpstreamField; cut: number }
  /** The option of a choice. */
  | { judgment: string; value: true };

/** The name under which a context shows what a relation reads of an answer; unique in the relation. */
export function answerKey(answer: UpstreamAnswer): string {
  const field = 'field' in answer ? answer.field : undefined;
  return field === undefined ? answer.judgment : `${answer.judgment}.${field}`;
}
