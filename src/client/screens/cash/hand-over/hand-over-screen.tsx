import { ArrowLeft, Calculator, HandCoins, Handshake, Printer } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { newOpId } from '#src/client/commands/new-id.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { PadSwitch } from '#src/client/shared/notes/pad-switch.tsx';
import { useOpenSale } from '#src/client/shared/operation/use-answer.ts';
import { useCommands } from '#src/client/shared/operation/use-commands.ts';
import { TillMeter } from '#src/client/shared/till/till-meter.tsx';
import { type TillLevel, tillStateOf } from '#src/client/shared/till/till-state.ts';
import { useOwnTill } from '#src/client/shared/till/use-own-till.ts';
import { useMedia } from '#src/client/shared/use-media.ts';
import { useActor } from '#src/client/state/unlocked.ts';
import { handOverTexts as texts, tillMeterTexts } from '#src/client/texts/cash/hand-over-texts.ts';
import { storageTexts } from '#src/client/texts/storage-texts.ts';
import { Zocalo } from '#src/client/ui/brand/zocalo.tsx';
import { Button } from '#src/client/ui/button.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { wholeScreen } from '#src/client/ui/layers/whole-screen.ts';
import { toAmount, type OpId } from '#src/contract/brands.ts';
import type { Till } from '#src/contract/cash/till.ts';
import { CountFields } from '../count/count-fields.tsx';
import { CountPad } from '../count/count-pad.tsx';
import { type Count, useCount } from '../count/use-count.ts';
import { HandedOver } from './handed-over.tsx';
import styles from './hand-over.module.css';

/**
 * entregar efectivo: the count, then the hand-over on its way. `isAll` offers the till's whole cash as one
 * figure.
 */
export function HandOverScreen({ isAll }: { isAll: boolean }) {
  const actor = useActor();
  const till = useOwnTill(actor?.id ?? '', actor?.isLimited ?? false);
  if (actor === null) return null;
  // The single figure waits for the till's level. Whatever has been counted by then is kept when it arrives.
  if (isAll && till.level === null && till.query.isLoading) return null;
  return <Counting isAll={isAll} level={till.level} facts={till.facts} operatorId={actor.id} />;
}

interface CountingProps {
  isAll: boolean;
  level: TillLevel | null;
  facts: Till | undefined;
  operatorId: string;
}

function Counting({ isAll, level, facts, operatorId }: CountingProps) {
  const navigate = useNavigate();
  const isPhone = useMedia('(max-width: 599.98px)');
  const count = useCount(isAll && level ? Math.max(0, level.inTill) : null);
  const handing = useHandingOver(operatorId);
  useOpenSale(count.amount > 0 && handing.placed === null);
  // A hand-over on its way is shown as it was declared, even when the list is newer.
  if (handing.placed !== null)
    return (
      <HandedOver
        opId={handing.placed.opId}
        monto={handing.placed.monto}
        pieces={handing.placed.pieces}
        left={handing.placed.left}
        onBack={() => void navigate('/dashboard/caja')}
      />
    );
  const isBeyond = level !== null && count.amount > level.inTill;
  const place = (): void => {
    if (count.amount === 0 || isBeyond) return;
    void handing.place(count, level === null ? null : level.inTill - count.amount);
  };
  const act = (
    <>
      <p className={styles.stays}>
        {isBeyond && level !== null
          ? texts.tooMuch(amountText(level.inTill))
          : level !== null && texts.stays(amountText(level.inTill - count.amount))}
      </p>
      <Button
        variant="on-zocalo"
        size="money"
        wide
        icon={HandCoins}
        disabled={count.amount === 0 || isBeyond}
        busy={handing.isPlacing}
        onClick={place}
      >
        {count.amount === 0 ? texts.actEmpty : texts.act(amountText(count.amount))}
      </Button>
      {handing.problem !== '' && <Notice kind="refused">{handing.problem}</Notice>}
    </>
  );
  return isPhone ? (
    <PhoneCount count={count}>{act}</PhoneCount>
  ) : (
    <DeskCount count={count} level={level} facts={facts} onEnd={place}>
      {act}
    </DeskCount>
  );
}

type Placed = { opId: OpId; monto: number; pieces: Count['pieces']; left: number | null };

/** The operation is written once: a second tap is the same hand-over. */
function useHandingOver(operatorId: string) {
  const loadCommands = useCommands();
  const [opId] = useState(newOpId);
  const [isPlacing, setPlacing] = useState(false);
  const [problem, setProblem] = useState('');
  const [placed, setPlaced] = useState<Placed | null>(null);

  async function place({ amount, pieces }: Count, left: number | null): Promise<void> {
    if (isPlacing) return;
    setPlacing(true);
    setProblem('');
    const commands = await loadCommands().catch(() => null);
    const result = await commands?.handOverTill({ opId, monto: toAmount(amount), pieces, operatorId });
    setPlacing(false);
    if (result?.kind === 'saved') setPlaced({ opId, monto: amount, pieces, left });
    else setProblem(result?.kind === 'refused' ? result.message : storageTexts.unstored);
  }

  return { isPlacing, problem, placed, place };
}

function PhoneCount({ count, children }: { count: Count; children: ReactNode }) {
  return (
    <div ref={wholeScreen} className={styles.screen}>
      <header className={styles.head}>
        <Link to="/dashboard/caja" className="back" aria-label={texts.back}>
          <Icon of={ArrowLeft} size={28} />
        </Link>
        <h1>{texts.title}</h1>
      </header>
      <CountPad count={count} label={texts.counted} />
      <Zocalo>
        <div className={styles.act}>{children}</div>
      </Zocalo>
    </div>
  );
}

interface DeskCountProps {
  count: Count;
  level: TillLevel | null;
  facts: Till | undefined;
  onEnd: () => void;
  children: ReactNode;
}

function DeskCount({ count, level, facts, onEnd, children }: DeskCountProps) {
  const floats = facts?.floats.total ?? 0;
  return (
    <>
      <header className={styles.title}>
        <Link to="/dashboard/caja" className="back" aria-label={texts.back}>
          <Icon of={ArrowLeft} size={28} />
        </Link>
        <h1>{texts.title}</h1>
      </header>
      <div className={styles.desk}>
        <Panel className={styles.sheet}>
          {level !== null && (
            <div className={styles.level}>
              <div className={styles.holds}>
                <p>
                  {tillMeterTexts.holds}
                  <b>{amountText(level.inTill)}</b>
                </p>
                <p>
                  <b>{tillMeterTexts.may(amountText(level.ceiling))}</b>
                  {tillMeterTexts.room(amountText(tillStateOf(level).room))}
                </p>
              </div>
              <TillMeter level={level} />
            </div>
          )}
          <div className={styles.counted}>
            <div className={styles.countHead}>
              <h2>{texts.countTitle}</h2>
              {floats > 0 && <p>{texts.floatStays(amountText(floats))}</p>}
              <PadSwitch face={count.face} setFace={count.setFace} />
            </div>
            <CountFields count={count} label={texts.counted} onEnd={onEnd} />
          </div>
          <Zocalo place="panel">
            <div className={styles.deskAct}>
              <p className={styles.hands}>
                {texts.hands}
                <b>{amountText(count.amount)}</b>
              </p>
              {children}
            </div>
          </Zocalo>
        </Panel>
        <Panel className={styles.how}>
          <h2>{texts.howTitle}</h2>
          <ul>
            {texts.how.map((line, place) => (
              <li key={line}>
                <Icon of={[Calculator, Printer, Handshake][place] ?? Calculator} size={28} />
                {line}
              </li>
            ))}
          </ul>
        </Panel>
      </div>
    </>
  );
}
