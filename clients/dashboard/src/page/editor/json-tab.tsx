import { history, historyKeymap, defaultKeymap } from '@codemirror/commands';
import { json, jsonParseLinter } from '@codemirror/lang-json';
import { bracketMatching, defaultHighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
import { Text } from '@mantine/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Schema } from '@app/sdk/client';
import { readJson, roundedNumber, roundedText } from '../../format/exact-json';
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
  warnings,
  onChange,
}: {
  value: object;
  fault: Fault | null;
  warnings: readonly Schema<'Warning'>[];
  onChange: (value: object) => void;
}) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const [first] = useState(() => JSON.stringify(value, null, 2));
  const latest = useRef(onChange);
  latest.current = onChange;
  const said = useMemo(() => saidOf(fault, warnings), [fault, warnings]);
  const latestSaid = useRef(said);
  latestSaid.current = said;
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
            mark(changed, latestSaid.current);
          }),
        ],
      }),
    });
    view.current = editor;
    return () => editor.destroy();
  }, [first]);
  useEffect(() => {
    if (view.current) mark(view.current, said);
  }, [said]);
  return (
    <>
      <div ref={place} className="json" />
      <Text size="sm" c="dimmed">
        The service checks it after each pause in typing, and marks what it refuses or warns of.
      </Text>
    </>
  );
}

/** What the service says of a place in the request. */
interface Said {
  path: string;
  severity: 'error' | 'warning';
  message: string;
}

function saidOf(fault: Fault | null, warnings: readonly Schema<'Warning'>[]): Said[] {
  if (fault) return [{ path: fault.path, severity: 'error', message: fault.sentence }];
  return warnings.map(({ path, message }) => ({ path, severity: 'warning', message }));
}

/** Marks what is no JSON, and numbers that would be rounded; in whole JSON what the service refused or warns of. */
function mark(view: EditorView, said: readonly Said[]): void {
  const text = view.state.doc.toString();
  const rounded = roundedNumber(text);
  const syntax: Diagnostic[] = faultsOfSyntax(view);
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
