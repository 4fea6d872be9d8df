export function needsInstall(root: string): boolean;
export function sourceFingerprint(root: string): string;
export function needsBuild(root: string, fingerprint: string, outputs: string[]): boolean;
