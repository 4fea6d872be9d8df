import { Text } from '@mantine/core';
import { AppLink } from './app-link';
import { Page } from './page';

/** What a page of a namespace shows before one is chosen. */
export function ChooseNamespace({ title }: { title: string }) {
  return (
    <Page title={title}>
      <Text>
        Choose a namespace at the top, or <AppLink to="/namespaces">look at all of them</AppLink>.
      </Text>
    </Page>
  );
}
