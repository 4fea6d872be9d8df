import { AppShell, Box, Burger, Button, Group, Skeleton, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useCallback, useEffect, useState } from 'react';
import { Link } from 'wouter';
import { Late } from '../element/loading/late';
import { later } from '../element/loading/later';
import { OfflineBanner } from '../element/loading/offline-banner';
import { usePlace } from '../element/hook/use-place';
import { Mark } from '../mark/mark';
import { useLive } from '../live/use-live';
import { useMayChange, useSession } from '../sign-in/session';
import { Icon } from './icon';
import { Pages } from './pages';
import { Rail } from './rail';
import { ThemeSwitch } from './theme-switch';
import { useShortcuts } from './use-shortcuts';
import { UserMenu } from './user-menu';

const lastNamespace = 'judgment.namespace';
const KeySheet = later('KeySheet', () => import('./key-sheet'));
const NamespacePicker = later('NamespacePicker', () => import('./namespace-picker'));
const Palette = later('Palette', () => import('./palette'));

/** The frame of every page: the rail, the namespace, the person. */
export function Shell() {
  const { organization, user } = useSession();
  const mayChange = useMayChange();
  useLive();
  const [isRailOpen, rail] = useDisclosure(false);
  const [isSheetOpen, sheet] = useDisclosure(false);
  const [isSheetAsked, setSheetAsked] = useState(false);
  const namespace = useNamespace(usePlace().value('ns'));
  const [asked, setAsked] = useState(0);
  const askPalette = useCallback(() => setAsked((count) => count + 1), []);
  const { open } = sheet;
  const askSheet = useCallback(() => {
    setSheetAsked(true);
    open();
  }, [open]);
  useShortcuts({ isOn: user.single_keys, namespace, onSheet: askSheet, onPalette: askPalette });
  return (
    <AppShell
      header={{ height: 52 }}
      navbar={{ width: 190, breakpoint: 'sm', collapsed: { mobile: !isRailOpen } }}
      padding="md"
    >
      <a className="skip" href="#content">
        Skip to content
      </a>
      <AppShell.Header>
        <Group h="100%" px="sm" justify="space-between" wrap="nowrap" gap="xs">
          <Group gap="xs" wrap="nowrap" miw={0}>
            <Burger opened={isRailOpen} onClick={rail.toggle} hiddenFrom="sm" size="sm" aria-label="Pages" />
            <Link href="/" className="brand" aria-label="Judgment Service">
              <Mark />
              <Text component="span" fw={700} visibleFrom="md">
                Judgment Service
              </Text>
            </Link>
            <Text c="dimmed" truncate visibleFrom="xs">
              {organization.name}
            </Text>
            <Box w={{ base: 150, xs: 200, md: 320 }}>
              <Late meanwhile={<Skeleton h={30} aria-hidden="true" />}>
                <NamespacePicker namespace={namespace} />
              </Late>
            </Box>
          </Group>
          <Group gap={4} wrap="nowrap">
            <Button
              variant="subtle"
              color="gray"
              size="compact-md"
              visibleFrom="sm"
              onClick={askPalette}
              leftSection={<Icon name="search" size={16} />}
            >
              Search
            </Button>
            <ThemeSwitch />
            <UserMenu onSheet={askSheet} />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" aria-label="Pages" className="rail">
        <Rail namespace={namespace} onGo={rail.close} />
        {!mayChange && (
          <Text size="xs" c="dimmed" p="xs">
            Read-only access: owners and admins of {organization.name} make changes.
          </Text>
        )}
      </AppShell.Navbar>
      <AppShell.Main id="content">
        <OfflineBanner />
        <Pages />
      </AppShell.Main>
      {isSheetAsked && (
        <Late meanwhile={null}>
          <KeySheet opened={isSheetOpen} onClose={sheet.close} />
        </Late>
      )}
      {asked > 0 && (
        <Late meanwhile={null}>
          <Palette asked={asked} namespace={namespace} />
        </Late>
      )}
    </AppShell>
  );
}

/** The namespace of the address, or the last one that an address named in this tab. */
function useNamespace(named: string): string {
  const [last, setLast] = useState(() => sessionStorage.getItem(lastNamespace) ?? '');
  useEffect(() => {
    if (named === '') return;
    sessionStorage.setItem(lastNamespace, named);
    setLast(named);
  }, [named]);
  return named === '' ? last : named;
}
