import { FileSpreadsheet } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useSessionUser } from '#src/client/state/session.ts';
import { bringInTexts as texts } from '#src/client/texts/sheets-texts.ts';
import { buttonClass } from '#src/client/ui/button.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import type { SheetKind } from '#src/contract/sheets/schemas.ts';

/** From a list to the sheet that fills it; of the market alone. */
export function BringInLink({ kind }: { kind: SheetKind }) {
  if (useSessionUser()?.userType !== 'GLOBAL_MARKET') return null;
  return (
    <Link to={`/dashboard/traer-hoja?que=${kind}`} className={buttonClass({ variant: 'secondary' })}>
      <Icon of={FileSpreadsheet} size={22} />
      {texts.open}
    </Link>
  );
}
