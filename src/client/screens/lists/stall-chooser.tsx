import { Store } from 'lucide-react';
import { stallChooserTexts as texts } from '#src/client/texts/lists-texts.ts';
import { comboTexts } from '#src/client/texts/combo-texts.ts';
import type { ComboOption } from '#src/client/ui/combo-field.tsx';
import { ComboField } from '#src/client/ui/combo-field.tsx';
import type { User, UserListQuery } from '#src/contract/user.ts';
import { useStallOptions } from './use-stall-options.ts';

export interface ChosenStall {
  id: string;
  name: string;
}

interface StallChooserProps {
  /** `globalMarketId`: of which market ADMIN asks; without it, of the whole region */
  of: Pick<UserListQuery, 'status' | 'globalMarketId'>;
  chosen: ChosenStall | null;
  onChoose: (stall: ChosenStall | null) => void;
  labelHidden?: boolean;
  /** All of them can be chosen too, and that is said so. */
  allLabel?: string;
  /** Each stall's market stands below it. */
  withMarket?: boolean;
}

/** One stall of as many as there are. */
export function StallChooser({ of, chosen, onChoose, labelHidden, allLabel, withMarket }: StallChooserProps) {
  const { query, stalls = [], total, search, setSearch, isCurrent, onMore } = useStallOptions(of);
  const found = stalls.map((stall) => toOption(stall, withMarket === true));
  const all = allLabel !== undefined && search.trim() === '' ? [{ value: '', label: allLabel }] : [];
  return (
    <ComboField
      label={texts.label}
      labelHidden={labelHidden === true}
      icon={Store}
      placeholder={texts.placeholder}
      value={chosen?.id ?? ''}
      chosenLabel={chosen?.name ?? allLabel ?? ''}
      options={[...all, ...found]}
      found={
        isCurrent && total !== undefined
          ? texts.found(comboTexts.shown(stalls.length, total), total)
          : undefined
      }
      failed={query.isError}
      onSearch={setSearch}
      onMore={onMore}
      onChoose={({ value, label }) => onChoose(value === '' ? null : { id: value, name: label })}
    />
  );
}

function toOption(stall: User, withMarket: boolean): ComboOption {
  const { _id: value, estanteName, ownerName, marketName } = stall;
  return { value, label: estanteName ?? ownerName, note: withMarket ? marketName : undefined };
}
