/** @param files from the root of the checkout. @param times seconds by file. @returns the files in the order of a run */
export function longestFirst(files: string[], times: Record<string, number>): string[];
