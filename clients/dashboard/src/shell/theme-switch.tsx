import { Button, useMantineColorScheme } from '@mantine/core';
import { Icon } from './icon';

const next = { auto: 'light', light: 'dark', dark: 'auto' } as const;

/** Light, dark, or as the system is set. */
export function ThemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Button
      variant="subtle"
      color="gray"
      size="compact-md"
      onClick={() => setColorScheme(next[colorScheme])}
      aria-label={`Colours: ${colorScheme}. Change to ${next[colorScheme]}.`}
    >
      <Icon name={colorScheme} />
    </Button>
  );
}
