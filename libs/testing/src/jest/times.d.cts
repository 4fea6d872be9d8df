export function readTimes(): Record<string, number>;
export function writeTimes(files: readonly { file: string; seconds: number }[]): void;
