import { csvText } from '@app/csv';
import type { Schema } from '@app/sdk/client';
import { Button, Group, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { addresses } from '../../address/address';
import { client } from '../../api/client';
import { keys } from '../../api/query-keys';
import { AppLink } from '../../element/app-link';
import { CopyAs } from '../../element/file/copy-as';
import { Facts } from '../../element/facts';
import { Loaded } from '../../element/loading/loaded';
import { useNow } from '../../element/moment';
import { More, usePages } from '../../element/loading/more';
import { Page } from '../../element/page';
import { Refusal } from '../../element/loading/refusal';
import { saveFile } from '../../element/file/save-file';
import { usePlace } from '../../element/hook/use-place';
import { WideTable } from '../../element/table/wide-table';
import { countText, usdText } from '../../format/number';
import { monthOf } from '../../format/time';
import { isEnter } from '../../keys/key-press';
import { UsageByDay } from './usage-by-day';

/** What a month cost, by day, namespace and judgment. */
export function UsagePage() {
  const place = usePlace();
  const now = useNow(60_000);
  const month = place.value('month') || monthOf(now);
  const prefix = place.value('prefix');
  const asked = { month, ...(prefix && { namespace_prefix: prefix }) };
  const usage = usePages(keys.usage.pages(month, prefix), () => client.organization.usage(asked));
  return (
    <Page
      title="Usage"
      side={
        <CopyAs
          method="GET"
          path={`/usage?${new URLSearchParams(asked).toString()}`}
          sdk={`client.organization.usage(${JSON.stringify(asked)})`}
          cli={`judgment usage --month ${month}`}
        />
      }
    >
      <Group align="flex-end">
        <TextInput
          label="Month"
          type="month"
          max={monthOf(now)}
          value={month}
          w={200}
          onChange={(event) => place.set({ month: event.currentTarget.value })}
        />
        <TextInput
          label="Namespace or prefix"
          placeholder="acme/prod/*"
          key={prefix}
          defaultValue={prefix}
          onKeyDown={(event) => {
            if (isEnter(event)) place.set({ prefix: event.currentTarget.value.trim() });
          }}
        />
      </Group>
      <Loaded query={usage}>
        {(pages) => {
          const [report] = pages;
          return (
            <>
              <Facts
                facts={[
                  ['Judging', usdText(report.cost_usd)],
                  ['Total with active namespaces', usdText(report.total_cost_usd ?? report.cost_usd)],
                  ['Judgment units', countText(report.judgment_units)],
                  ['Tokens', countText(report.tokens)],
                  ['Active namespaces', countText(report.active_namespaces)],
                ]}
              />
              <UsageByDay month={month} prefix={prefix} report={report} nowMs={now} />
              <ByNamespace
                lines={pages.flatMap(({ namespaces }) => namespaces)}
                onChoose={(namespace) => place.set({ prefix: namespace })}
              />
              <More list={usage} />
              {report.namespaces.length > 0 && <SaveAsCsv asked={asked} />}
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}

function ByNamespace({ lines, onChoose }: { lines: Schema<'UsageLine'>[]; onChoose: (namespace: string) => void }) {
  return (
    <WideTable
      name="Usage by namespace"
      rows={lines}
      rowKey={({ namespace }) => namespace}
      empty="No usage in this month."
      columns={[
        {
          title: 'Namespace',
          cell: ({ namespace }) => <AppLink to={addresses.judgments(namespace)}>{namespace}</AppLink>,
        },
        { title: 'Spend', cell: ({ cost_usd: cost }) => usdText(cost) },
        { title: 'Judgment units', cell: ({ judgment_units: units }) => countText(units) },
        { title: 'Tokens', cell: ({ tokens }) => countText(tokens) },
        {
          title: 'By judgment',
          cell: ({ by_judgment: by }) =>
            Object.entries(by)
              .map(([name, units]) => `${name} ${countText(units)}`)
              .join(', '),
        },
        {
          title: 'Days',
          cell: ({ namespace }) => (
            <Button size="compact-xs" variant="default" onClick={() => onChoose(namespace)}>
              Daily breakdown
            </Button>
          ),
        },
      ]}
    />
  );
}

interface Asked {
  month: string;
  namespace_prefix?: string;
}

/** Saves every page, also those that the table does not show yet. */
function SaveAsCsv({ asked }: { asked: Asked }) {
  const save = useMutation({
    mutationFn: async () => saveFile(`usage-${asked.month}`, 'csv', await readUsageCsv(asked)),
  });
  return (
    <>
      <Button
        size="xs"
        variant="default"
        style={{ alignSelf: 'flex-start' }}
        loading={save.isPending}
        onClick={() => save.mutate()}
      >
        Export CSV
      </Button>
      {save.error && <Refusal error={save.error} />}
    </>
  );
}

async function readUsageCsv(asked: Asked): Promise<string> {
  const rows: (string | number)[][] = [];
  for await (const { namespace, judgment_units: units, tokens, cost_usd: cost } of client.organization.usage(asked)) {
    rows.push([namespace, units, tokens, cost]);
  }
  return csvText(['namespace', 'judgment_units', 'tokens', 'cost_usd'], rows);
}
