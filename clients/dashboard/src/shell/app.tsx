import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { Router, useLocation } from 'wouter';
import { Boundary } from '../element/boundary';
import { LinkPage } from '../sign-in/link-page';
import { SessionGate } from '../sign-in/session-gate';
import { queries } from './queries';
import { Shell } from './shell';
import { resolver, theme } from './theme';

/** The whole dashboard. @param nonce of this page, for style elements */
export function App({ nonce }: { nonce: string }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={resolver}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <Notifications />
      <QueryClientProvider client={queries}>
        <Router base="/app">
          <Boundary>
            <Entrance />
          </Boundary>
        </Router>
      </QueryClientProvider>
    </MantineProvider>
  );
}

/** A link signs in before anyone asks who is signed in. */
function Entrance() {
  const [path] = useLocation();
  if (path === '/link') return <LinkPage />;
  return (
    <SessionGate>
      <Shell />
    </SessionGate>
  );
}
