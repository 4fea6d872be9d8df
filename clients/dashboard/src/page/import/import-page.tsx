import { Text } from '@mantine/core';
import { useState } from 'react';
import { AppLink } from '../../element/app-link';
import { Boundary } from '../../element/loading/boundary';
import { Page } from '../../element/page';
import { usePlace } from '../../element/hook/use-place';
import { Waiting } from '../../element/loading/waiting';
import { useMayChange } from '../../sign-in/session';
import { EndView } from './end-view';
import { FileForm } from './file-form';
import { KeptList } from './kept-list';
import type { KeptImport } from './kept-import';
import { RunView } from './run-view';
import { useImports, type Imports } from './use-imports';
import { useRun } from './use-run';

/** From a file to documents: what is understood, what would be written, the writing, and its end. */
export function ImportPage() {
  const mayChange = useMayChange();
  const ns = usePlace().value('ns');
  return (
    <Page title="Import a file">
      {mayChange ? (
        <Boundary>
          <Opened key={ns} ns={ns} />
        </Boundary>
      ) : (
        <Text>
          Owners and admins import files. <AppLink to="/documents">Look at the documents</AppLink>, or ask one of them
          to import yours.
        </Text>
      )}
    </Page>
  );
}

function Opened({ ns }: { ns: string }) {
  const imports = useImports();
  if (imports === null) return <Waiting />;
  return <Importer imports={imports} ns={ns} />;
}

function Importer({ imports, ns }: { imports: Imports; ns: string }) {
  const { run, begin, close } = useRun(imports.store);
  const [file, setFile] = useState<File | null>(null);
  const [shown, setShown] = useState<KeptImport | null>(null);
  const start = (chosen: File, kept: KeptImport) => {
    setFile(chosen);
    setShown(null);
    void begin(chosen, kept).then(imports.refresh);
  };
  const another = () => {
    close();
    setFile(null);
    setShown(null);
  };
  if (run && run.state !== 'over') {
    return (
      <RunView
        run={run}
        onAgain={() => file && start(file, run.kept)}
        onLeave={another}
        onShow={() => {
          another();
          setShown(run.kept);
        }}
      />
    );
  }
  const ended = run?.kept ?? shown;
  return (
    <>
      {ended && <EndView key={ended.id} kept={ended} store={imports.store} onChange={() => void imports.refresh()} />}
      {imports.isLost && (
        <Text size="sm">
          This browser keeps nothing for pages: an import that is cut off cannot continue after a reload.
        </Text>
      )}
      <FileForm
        key={ended?.id ?? 'first'}
        words={ended ? 'Import another file' : 'Drop a file here, or choose one'}
        ns={ended?.ns ?? ns}
        list={imports.list}
        onStart={start}
      />
      <KeptList
        list={imports.list.filter(({ id }) => id !== ended?.id)}
        onShow={(kept) => {
          close();
          setShown(kept);
        }}
        onForget={(kept) => void imports.forget(kept)}
      />
    </>
  );
}
