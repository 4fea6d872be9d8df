import './shell/component-styles';
import '@mantine/notifications/styles.css';
import './shell/shell.css';
import { createRoot } from 'react-dom/client';
import { App } from './shell/app';

// Style elements that packages add while they run need the nonce of this page; some read it from this name.
const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';
Object.assign(globalThis, { __webpack_nonce__: nonce });

const root = document.getElementById('root');
if (root) createRoot(root).render(<App nonce={nonce} />);
