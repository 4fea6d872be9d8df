export const passwordName: string;
export function isFirstStart(root: string, env?: NodeJS.ProcessEnv): boolean;
export function prepare(root: string, env?: NodeJS.ProcessEnv): void;
