import { Kbd, Modal, Table } from '@mantine/core';
import { shortcuts } from '../keys/shortcuts';

/** The shortcuts, from the table that binds them. */
export function KeySheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal opened={opened} onClose={onClose} title="Keys" closeButtonProps={{ 'aria-label': 'Close' }}>
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
