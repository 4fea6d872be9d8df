/** The lines around the parts of a compiled context. */
const fences = /^(?:<<<.*|[a-z]+>>>)$/gm;
/** Those lines, and labels with the moment that may be their whole value. */
const labels =
  /^(?:<<<.*$|[a-z]+>>>$|[ -]*(?:[A-Za-z_][\w-]*|"(?:[^"\\\n]|\\.)*"):(?: "\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?"$|(?= |$)))/gm;
/** A value of at least six words, which is more than most names have. */
const aText = /(?:"|\| )[^"\n ]*(?: [^"\n ]+){5}/;

/**
 * What a compiled context says, without fences, labels and moments: how the fields of a text are called tells nothing of its
 * writer. Where no value is a text, labels are all that there is to read, and stay. A text of another form stays as it is.
 */
export function valuesOf(context: string): string {
  if (!context.startsWith('<<<')) return context;
  return context.replace(aText.test(context) ? labels : fences, '');
}
