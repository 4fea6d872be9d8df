import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect } from 'react';
import { BuiltInBanner } from '../../element/built-in-banner';
import { DocumentImages } from '../../element/answer/document-images';
import { JsonTree } from '../../element/json/json-tree';
import { Loaded } from '../../element/loading/loaded';
import { materialOf } from './material';
import type { Item } from './review';

/** The context as the engine read it, or the document as it is now. */
export function Material({
  name,
  item,
  isDocument,
  onDrawn,
}: {
  name: string;
  item: Item;
  isDocument: boolean;
  /** Called when an item stands on the screen, or why it cannot. */
  onDrawn: (answer: string) => void;
}) {
  const read = useQuery(materialOf(name, item));
  // Before the browser paints, so that no label is measured against a moment after that.
  useLayoutEffect(() => {
    if (!read.isPending) onDrawn(item.answer);
  }, [read.isPending, item.answer, onDrawn]);
  return (
    <Loaded query={read}>
      {({ context, gone, images, document, ...answer }) => {
        const banner = <BuiltInBanner answers={[answer]} title="The built-in engine gave this answer" />;
        const pictures = <DocumentImages ns={item.namespace} images={images} />;
        if (!isDocument && context !== null) {
          return (
            <>
              {banner}
              <pre className="plain" tabIndex={0} aria-label="What the engine read">
                {context}
              </pre>
              {pictures}
            </>
          );
        }
        return (
          <>
            {banner}
            {!isDocument && (
              <Text size="sm">
                The engine’s input is no longer stored ({gone ?? 'unknown'}); this is the current document.
              </Text>
            )}
            {pictures}
            {document === null ? (
              <Text>The document was deleted. Skip it.</Text>
            ) : (
              <JsonTree value={document} file="document" />
            )}
          </>
        );
      }}
    </Loaded>
  );
}
