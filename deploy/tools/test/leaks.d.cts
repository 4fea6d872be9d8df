export function leaksIn(text: string, planted: readonly { what: string; secret: string }[]): string[];
