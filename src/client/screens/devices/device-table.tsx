import { ChevronRight } from 'lucide-react';
import { dateTimeText } from '#src/client/shared/dates.ts';
import { personName } from '#src/client/shared/names.ts';
import { devicesTexts, marketDevicesTexts as texts } from '#src/client/texts/devices-texts.ts';
import { Badge } from '#src/client/ui/badge.tsx';
import { Button } from '#src/client/ui/button.tsx';
import { type Column, DataTable } from '#src/client/ui/data-table.tsx';
import type { Device } from '#src/contract/device.ts';
import { owesText } from './device-words.ts';

interface DeviceTableProps {
  devices: readonly Device[];
  withMarket: boolean;
  onSee: (id: string) => void;
}

export function DeviceTable({ devices, withMarket, onSee }: DeviceTableProps) {
  const columns = columnsOf(withMarket, onSee);
  return <DataTable caption={texts.title} columns={columns} rows={devices} rowKey={({ _id }) => _id} />;
}

function columnsOf(withMarket: boolean, onSee: (id: string) => void): Column<Device>[] {
  const market: Column<Device>[] = withMarket
    ? [{ id: 'market', head: texts.market, cell: ({ marketName }) => marketName }]
    : [];
  return [
    { id: 'name', head: texts.device, cell: ({ name }) => name, card: 'title' },
    ...market,
    {
      id: 'operators',
      head: texts.operators,
      cell: ({ operators }) => operators.map(({ name }) => personName(name)).join(', '),
    },
    {
      id: 'owes',
      head: texts.owes,
      cell: ({ owes }) =>
        owes.count === 0 ? devicesTexts.owesNothingThere : <Badge kind="warning">{owesText(owes)}</Badge>,
    },
    {
      id: 'contact',
      head: texts.contact,
      cell: ({ lastSeenAt }) => (lastSeenAt === null ? texts.never : dateTimeText(lastSeenAt)),
    },
    {
      id: 'state',
      head: texts.state,
      card: 'badge',
      cell: (device) => <StateBadge device={device} />,
    },
    {
      id: 'actions',
      head: texts.actions,
      headHidden: true,
      card: 'corner',
      cell: ({ _id, name }) => (
        <Button
          variant="text"
          size="row"
          trailing={ChevronRight}
          aria-label={texts.seeOf(name)}
          onClick={() => onSee(_id)}
        >
          {texts.see}
        </Button>
      ),
    },
  ];
}

function StateBadge({ device }: { device: Device }) {
  return device.revokedAt === null ? (
    <Badge kind="paid">{texts.active}</Badge>
  ) : (
    <Badge kind="inactive">{texts.retired}</Badge>
  );
}
