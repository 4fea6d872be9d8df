import { Text } from '@mantine/core';
import { AppLink } from './app-link';
import { Page } from './page';

/** What a page of a namespace shows before one is chosen. */
export function ChooseNamespace({ title }: { title: string }) {
  return (
    <Page title={title}>
      <Text>
        Select a namespace at the top, or <AppLink to="/namespaces">see all namespaces</AppLink>.
      </Text>
    </Page>
  );
}
