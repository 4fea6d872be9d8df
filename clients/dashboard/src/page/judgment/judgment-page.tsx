import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../api/client';
import { keys } from '../../api/query-keys';
import { ChooseNamespace } from '../../element/choose-namespace';
import { Late } from '../../element/loading/late';
import { later } from '../../element/loading/later';
import { Loaded } from '../../element/loading/loaded';
import { Page } from '../../element/page';
import { usePlace } from '../../element/hook/use-place';
import { Overview } from './overview/overview';

/** Each tab but the first comes when it is first opened. */
const tabs = [
  ['overview', 'Overview', Overview],
  ['thresholds', 'Thresholds', later('ThresholdTable', () => import('./threshold/threshold-table'))],
  ['calibration', 'Calibration', later('Calibration', () => import('./calibration/calibration'))],
  ['alternatives', 'Alternatives', later('Alternatives', () => import('../alternative/alternatives'))],
  ['versions', 'Versions', later('Versions', () => import('./version/versions'))],
  ['settings', 'Settings', later('Settings', () => import('./setting/settings'))],
] as const;

/** One judgment; the tab stands in the address. */
export function JudgmentPage() {
  const place = usePlace();
  const [ns, name] = [place.value('ns'), place.value('name')];
  if (ns === '' || name === '') return <ChooseNamespace title="Judgment" />;
  return <Judgment key={`${ns} ${name}`} ns={ns} name={name} />;
}

function Judgment({ ns, name }: { ns: string; name: string }) {
  const place = usePlace();
  const tab = place.value('tab') || 'overview';
  const judgment = useQuery({
    queryKey: keys.judgment.of(ns, name),
    queryFn: async () => await client.namespace(ns).judgments.get(name).read(),
  });
  return (
    <Page title={name}>
      <Loaded query={judgment}>
        {(view) => (
          <Tabs value={tab} onChange={(value) => place.set({ tab: value ?? undefined })} keepMounted={false}>
            <Tabs.List mb="md" className="tabs">
              {tabs.map(([id, words]) => (
                <Tabs.Tab key={id} value={id}>
                  {words}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            {tabs.map(([id, , Content]) => (
              <Tabs.Panel key={id} value={id}>
                <Late>
                  <Content ns={ns} judgment={view} />
                </Late>
              </Tabs.Panel>
            ))}
          </Tabs>
        )}
      </Loaded>
    </Page>
  );
}
