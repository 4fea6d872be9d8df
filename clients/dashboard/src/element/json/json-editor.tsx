import { autocompletion, type CompletionSource } from '@codemirror/autocomplete';
import { history, historyKeymap, defaultKeymap } from '@codemirror/commands';
import { json, jsonParseLinter } from '@codemirror/lang-json';
import { bracketMatching, defaultHighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { readJson, roundedNumber, roundedText } from '../../format/exact-json';
import { spanOf } from '../../format/json-span';

/** What the service says of a place in the text. */
export interface Said {
  /** JSON pointer into the object, such as `/context/fields/0`. */
  path: string;
  severity: 'error' | 'warning';
  message: string;
}

const faultsOfSyntax = jsonParseLinter();

/**
 * Brackets that match have the editor's colours, but as shadows. Where text that begins with a background is replaced,
 * Chromium writes that background as an inline style, which the policy of the page refuses.
 */
const brackets = EditorView.theme({
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'transparent', boxShadow: 'inset 0 0 0 1em #328c8252' },
  '&.cm-focused .cm-nonmatchingBracket': { backgroundColor: 'transparent', boxShadow: 'inset 0 0 0 1em #bb555544' },
});

/**
 * A JSON object as text. What is no JSON is marked while it is typed, and what the service refuses is marked where it
 * stands. Text is kept as typed; another `value` changes it only when the component begins anew.
 */
export function JsonEditor({
  label,
  value,
  said,
  offered = none,
  mayBeBlank = false,
  onChange,
}: {
  label: string;
  value: object;
  said: readonly Said[];
  /** Texts that are completed between quotes, such as the paths of documents. */
  offered?: readonly string[];
  /** Whether an empty text means an object without members. */
  mayBeBlank?: boolean;
  /** @param value null while the text is no JSON object, or holds a number that would be rounded */
  onChange: (value: object | null) => void;
}) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const [first] = useState(() => JSON.stringify(value, null, 2));
  const isDark = useComputedColorScheme('light') === 'dark';
  const latest = useRef({ onChange, said, offered, mayBeBlank });
  latest.current = { onChange, said, offered, mayBeBlank };
  useEffect(() => {
    if (!place.current) return undefined;
    const editor = new EditorView({
      parent: place.current,
      state: EditorState.create({
        // In other colours the editor begins anew with what is typed.
        doc: view.current?.state.doc ?? first,
        extensions: [
          ...[lineNumbers(), history(), bracketMatching(), brackets, json(), lintGutter(), EditorView.lineWrapping],
          ...[syntaxHighlighting(defaultHighlightStyle), EditorView.darkTheme.of(isDark)],
          autocompletion({ override: [betweenQuotes(() => latest.current.offered)] }),
          // Tab leaves the field, as everywhere: who uses keys alone must not be caught in it.
          keymap.of([...defaultKeymap, ...historyKeymap]),
          // The editor adds a style element of its own, which needs the nonce of this page.
          EditorView.cspNonce.of(document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? ''),
          EditorView.contentAttributes.of({ 'aria-label': label }),
          EditorView.updateListener.of(({ docChanged, view: changed }) => {
            if (!docChanged) return;
            const text = changed.state.doc.toString();
            const isBlank = latest.current.mayBeBlank && text.trim() === '';
            latest.current.onChange(isBlank ? {} : objectIn(text));
            mark(changed, latest.current);
          }),
        ],
      }),
    });
    view.current = editor;
    return () => editor.destroy();
  }, [first, label, isDark]);
  useEffect(() => {
    if (view.current) mark(view.current, latest.current);
  }, [said]);
  return <div ref={place} className="json" />;
}
const none: readonly string[] = [];

/** Offers what begins like the text since the last quote. */
function betweenQuotes(offered: () => readonly string[]): CompletionSource {
  return (context) => {
    const before = context.matchBefore(/"[^"\n]*/);
    const options = offered();
    if (!before || options.length === 0) return null;
    return { from: before.from + 1, options: options.map((each) => ({ label: each })), validFor: /^[^"\n]*$/ };
  };
}

/** Marks what is no JSON, and numbers that would be rounded; in whole JSON what the service refused or warns of. */
function mark(view: EditorView, { said, mayBeBlank }: { said: readonly Said[]; mayBeBlank: boolean }): void {
  const text = view.state.doc.toString();
  const syntax: Diagnostic[] = mayBeBlank && text.trim() === '' ? [] : faultsOfSyntax(view);
  const rounded = roundedNumber(text);
  if (syntax.length === 0 && rounded) syntax.push({ ...rounded, severity: 'error', message: roundedText(rounded) });
  const marks: Diagnostic[] =
    syntax.length > 0 ? [] : said.map(({ path, severity, message }) => ({ ...spanOf(text, path), severity, message }));
  // While the view updates it takes no transaction.
  queueMicrotask(() => view.dispatch(setDiagnostics(view.state, [...syntax, ...marks])));
}

function objectIn(text: string): object | null {
  try {
    const read = readJson(text);
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? read : null;
  } catch {
    // The marks say so.
    return null;
  }
}
