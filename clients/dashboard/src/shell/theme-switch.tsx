import { Button, useMantineColorScheme } from '@mantine/core';

const next = { auto: 'light', light: 'dark', dark: 'auto' } as const;
const signs = { auto: '◐', light: '☀', dark: '☾' } as const;

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
      <span aria-hidden="true">{signs[colorScheme]}</span>
    </Button>
  );
}
