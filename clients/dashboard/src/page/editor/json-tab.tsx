import { history, historyKeymap, defaultKeymap } from '@codemirror/commands';
import { json, jsonParseLinter } from '@codemirror/lang-json';
import { bracketMatching, defaultHighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
import { Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { Fault } from './fault';
import { spanOf } from './json-span';

const faultsOfSyntax = jsonParseLinter();

/**
 * The request as JSON. What is no JSON is marked while it is typed, and what the service refuses is marked where it stands:
 * the service checks the request after each pause, so that no second list of its rules stands here.
 */
export function JsonTab({
  value,
  fault,
  onChange,
}: {
  value: object;
  fault: Fault | null;
  onChange: (value: object) => void;
}) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const [first] = useState(() => JSON.stringify(value, null, 2));
  const latest = useRef(onChange);
  latest.current = onChange;
  const latestFault = useRef(fault);
  latestFault.current = fault;
  useEffect(() => {
    if (!place.current) return undefined;
    const editor = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: first,
        extensions: [
          ...[lineNumbers(), history(), bracketMatching(), json(), lintGutter(), EditorView.lineWrapping],
          syntaxHighlighting(defaultHighlightStyle),
          // Tab leaves the field, as everywhere: who uses keys alone must not be caught in it.
          keymap.of([...defaultKeymap, ...historyKeymap]),
          // The editor adds a style element of its own, which needs the nonce of this page.
          EditorView.cspNonce.of(document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? ''),
          EditorView.contentAttributes.of({ 'aria-label': 'The judgment as JSON' }),
          EditorView.updateListener.of(({ docChanged, view: changed }) => {
            if (!docChanged) return;
            const read = objectIn(changed.state.doc.toString());
            if (read) latest.current(read);
            mark(changed, latestFault.current);
          }),
        ],
      }),
    });
    view.current = editor;
    return () => editor.destroy();
  }, [first]);
  useEffect(() => {
    if (view.current) mark(view.current, fault);
  }, [fault]);
  return (
    <>
      <div ref={place} className="json" />
      <Text size="sm" c="dimmed">
        The service checks it after each pause in typing, and marks what it refuses.
      </Text>
    </>
  );
}

/** Marks what is no JSON; in whole JSON what the service refused. */
function mark(view: EditorView, fault: Fault | null): void {
  const syntax = faultsOfSyntax(view);
  const refused: Diagnostic[] =
    fault === null || syntax.length > 0
      ? []
      : [{ ...spanOf(view.state.doc.toString(), fault.path), severity: 'error', message: fault.sentence }];
  // While the view updates it takes no transaction.
  queueMicrotask(() => view.dispatch(setDiagnostics(view.state, [...syntax, ...refused])));
}

function objectIn(text: string): object | null {
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? read : null;
  } catch {
    // The marks say so.
    return null;
  }
}
