import { Tabs } from '@mantine/core';
import { Boundary } from '../../element/loading/boundary';
import { Page } from '../../element/page';
import { usePlace } from '../../element/hook/use-place';
import { Account } from './account';
import { useMayChange, useSetsModels } from '../../sign-in/session';
import { Models } from '../model/models';
import { Audit } from '../audit/audit';
import { Keys } from './keys';
import { Members } from './members';
import { Organization } from './organization';
import { SignIn } from './sign-in';

const tabs = [
  ['organization', 'Organization', Organization],
  ['members', 'Members', Members],
  ['sign-in', 'Sign-in', SignIn],
  ['keys', 'API keys', Keys],
  ['models', 'Models', Models],
  ['audit', 'Audit', Audit],
  ['account', 'Account', Account],
] as const;

export function SettingsPage() {
  const place = usePlace();
  const setsModels = useSetsModels();
  const mayChange = useMayChange();
  // Others who open the URL of a tab that is not theirs read there whose it is.
  const hidden = new Set([...(setsModels ? [] : ['models']), ...(mayChange ? [] : ['audit'])]);
  const offered = tabs.filter(([id]) => !hidden.has(id));
  return (
    <Page title="Settings">
      <Tabs
        value={place.value('tab') || 'organization'}
        onChange={(tab) => place.set({ tab: tab ?? undefined })}
        keepMounted={false}
      >
        <Tabs.List mb="md" className="tabs">
          {offered.map(([id, words]) => (
            <Tabs.Tab key={id} value={id}>
              {words}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map(([id, , Content]) => (
          <Tabs.Panel key={id} value={id}>
            <Boundary>
              <Content />
            </Boundary>
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  );
}
