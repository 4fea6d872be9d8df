/** Folders whose files the fingerprint reads. */
export const folders: string[];
/** Pages that a service serves. */
export const pages: string[];
export function needsInstall(root: string): boolean;
export function lacksTestPackages(root: string): boolean;
export function sourceFingerprint(root: string): string;
export function needsBuild(root: string, fingerprint: string, outputs: string[], stamp: string): boolean;
