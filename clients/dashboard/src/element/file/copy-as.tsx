import { Button, Menu } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { curlOf, programOf, type ParsedCode } from '../../format/as-code';

/** Copies what the page reads as a call, a program or a command. @param sdk an expression @param cli a command */
export function CopyAs({ sdk, cli, ...reading }: ParsedCode & { sdk: string; cli: string }) {
  const { copy, copied } = useClipboard();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button size="xs" variant="default" className="screen">
          {copied ? 'Copied' : 'Copy as'}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => copy(curlOf(reading, globalThis.location.origin))}>curl</Menu.Item>
        <Menu.Item onClick={() => copy(programOf(sdk))}>SDK (TypeScript)</Menu.Item>
        <Menu.Item onClick={() => copy(cli)}>Command line</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
