import { dateTimeText } from '#src/client/shared/dates.ts';
import { personName } from '#src/client/shared/names.ts';
import { openColumn } from '#src/client/shared/tables/columns.tsx';
import { devicesTexts, marketDevicesTexts as texts } from '#src/client/texts/office/devices-texts.ts';
import { Badge } from '#src/client/ui/tables/badge.tsx';
import { type Column, DataTable } from '#src/client/ui/tables/data-table.tsx';
import type { Device } from '#src/contract/devices/device.ts';

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
    openColumn(
      ({ name }) => texts.seeOf(name),
      ({ _id }) => onSee(_id),
    ),
  ];
}

function StateBadge({ device }: { device: Device }) {
  return device.revokedAt === null ? (
    <Badge kind="paid">{texts.active}</Badge>
  ) : (
    <Badge kind="inactive">{texts.retired}</Badge>
  );
}

/** "3 operaciones, 41 a 43"; a list with holes names its ends only when it has none. */
export function owesText({ count, seqs }: Device['owes']): string {
  if (count === 0) return devicesTexts.owesNothing;
  const [first] = seqs;
  const last = seqs.at(-1);
  if (first === undefined || last === undefined) return devicesTexts.owesCount(count);
  const isRun = last - first + 1 === count;
  if (!isRun) return devicesTexts.owes(count, seqs.slice(0, 5).join(', ') + (seqs.length > 5 ? '…' : ''));
  return devicesTexts.owes(count, first === last ? String(first) : `${first} a ${last}`);
}

/** What the device's clock does, in minutes. */
export function skewText(clockSkewMs: number): string {
  const minutes = Math.round(clockSkewMs / 60_000);
  if (Math.abs(minutes) < 2) return texts.skewGood;
  return minutes > 0 ? texts.skewBehind(minutes) : texts.skewAhead(-minutes);
}
