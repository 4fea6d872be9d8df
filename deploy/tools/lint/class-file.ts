/** An injectable class that stands in a file of another name. */
export interface Misnamed {
  path: string;
  className: string;
}

/**
 * The fault of a file whose name is not that of its injectable class: `MailSender` stands in `mail-sender.ts`,
 * `KeyHandler` in `key.handler.ts` or `key-handler.ts`. A reader who knows the class knows the file.
 * @param path with forward slashes
 */
export function misnamedIn(path: string, text: string): Misnamed[] {
  const base = path.slice(path.lastIndexOf('/') + 1).replace(/\.ts$/, '');
  return [...text.matchAll(/^@Injectable\([^]*?\)\nexport (?:abstract )?class (\w+)/gm)]
    .filter(([, className]) => className !== classNameOf(base))
    .map(([, className]) => ({ path, className }));
}

function classNameOf(base: string): string {
  return base.replace(/(?:^|[-.])([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
