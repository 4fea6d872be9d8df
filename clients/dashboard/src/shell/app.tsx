import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { Router, useLocation } from 'wouter';
import { Boundary } from '../element/loading/boundary';
import { Late } from '../element/loading/late';
import { later } from '../element/loading/later';
import { SessionGate } from '../sign-in/session-gate';
import { queries } from './queries';
import { Shell } from './shell';
import { resolver, theme } from './theme';

const Notices = later('Notices', () => import('./notices'));
const LinkPage = later('LinkPage', () => import('../sign-in/link-page'));
const WelcomePage = later('WelcomePage', () => import('../sign-in/welcome-page'));

/** The whole dashboard. @param nonce of this page, for style elements */
export function App({ nonce }: { nonce: string }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={resolver}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <Late meanwhile={null}>
        <Notices />
      </Late>
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
  if (path === '/link') {
    return (
      <Late>
        <LinkPage />
      </Late>
    );
  }
  return (
    <SessionGate>
      {path === '/welcome' ? (
        <Late>
          <WelcomePage />
        </Late>
      ) : (
        <Shell />
      )}
    </SessionGate>
  );
}
