export function installPackedSdk(): void;
/** The folder of the installed package. */
export const place: string;
