import { Kbd, Modal, Table } from '@mantine/core';
import { useEffect, useState } from 'react';
import { shortcuts } from '../keys/shortcuts';

/** The shortcuts, from the table that binds them. */
export function KeySheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  // It comes when it is first opened, and a dialog that is born open does not know where the focus goes back to.
  const [isShown, setShown] = useState(false);
  useEffect(() => setShown(opened), [opened]);
  return (
    <Modal opened={isShown} onClose={onClose} title="Keyboard shortcuts" closeButtonProps={{ 'aria-label': 'Close' }}>
      <Table>
        <Table.Tbody>
          {shortcuts.map(({ keys, words }) => (
            <Table.Tr key={words}>
              <Table.Td>
                {keys.map((key) => (
                  <Kbd key={key} mr={4}>
                    {key.replace('Mod-', 'Ctrl or ⌘ ')}
                  </Kbd>
                ))}
              </Table.Td>
              <Table.Td>{words}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}
