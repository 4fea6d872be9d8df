export function opensOwnStack(file: string): boolean;
export function longestFirst(files: string[], times: Record<string, number>): string[];
