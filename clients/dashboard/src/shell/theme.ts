import { createTheme, type CSSVariablesResolver } from '@mantine/core';

/** Shades with a contrast of 4.5:1 and more, which the components' own greys and tints do not reach. */
export const theme = createTheme({
  primaryColor: 'blue',
  primaryShade: { light: 8, dark: 8 },
  fontFamily: 'system-ui, sans-serif',
  fontFamilyMonospace: 'ui-monospace, monospace',
  defaultRadius: 'sm',
  cursorType: 'pointer',
  components: { Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } } },
});

export const resolver: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#4f565d',
    '--mantine-color-placeholder': '#5c636a',
    '--mantine-color-error': '#b02525',
    '--mantine-color-anchor': '#1258a0',
    '--mantine-color-blue-light-color': '#124a80',
    '--mantine-color-red-light-color': '#8f1d1d',
    '--mantine-color-yellow-light-color': '#664200',
    '--mantine-color-gray-light-color': '#343a40',
  },
  dark: {
    '--mantine-color-dimmed': '#b4bac0',
    '--mantine-color-placeholder': '#a3a9b0',
    '--mantine-color-error': '#ff9b9b',
    '--mantine-color-anchor': '#8cc4ff',
    // Tints of the dark page itself: the components' own are as bright as a button.
    '--mantine-color-yellow-light': '#3a2f10',
    '--mantine-color-red-light': '#47201f',
    '--mantine-color-gray-light': '#32363a',
    '--mantine-color-blue-light-color': '#b5dbff',
    '--mantine-color-red-light-color': '#ffb3b3',
    '--mantine-color-yellow-light-color': '#ffe066',
    '--mantine-color-gray-light-color': '#dee2e6',
  },
});
