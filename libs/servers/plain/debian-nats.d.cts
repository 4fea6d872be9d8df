export function mayInstall(): boolean;
export function installNats(): void;
export function run(command: string, args: string[], cwd?: string): boolean;
