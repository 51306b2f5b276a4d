import { ImageUp, Keyboard, RefreshCw, ScanQrCode, ShieldCheck, ShoppingBasket, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { decodePicture } from '#src/client/device/camera/decode-qr.ts';
import { announce, speak } from '#src/client/device/voice/announce.ts';
import { FileButton } from '#src/client/form/confirm-dialog.tsx';
import { FormDialog } from '#src/client/form/form-page.tsx';
import { useDeviceFacts } from '#src/client/local/live/live-device.ts';
import { AmountNotes } from '#src/client/money/notes/amount-notes.tsx';
import { LastPurchase } from '#src/client/screens/scan/last-purchase.tsx';
import { useConnection } from '#src/client/state/connection.ts';
import { commonTexts, unreachableTexts } from '#src/client/texts/common-texts.ts';
import { stallPurchaseTexts, scanTexts as texts } from '#src/client/texts/purchases/scan-texts.ts';
import { offlineTexts, offlineRefusalTexts } from '#src/client/texts/sync/offline-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { whenText } from '#src/client/texts/written/list-age.ts';
import { Button } from '#src/client/ui/button.tsx';
import { EmptyState } from '#src/client/ui/feedback/empty-state.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { showToast } from '#src/client/ui/feedback/show-toast.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import { wholeScreen } from '#src/client/ui/layers/whole-screen.ts';
import type { Pesos } from '#src/protocol/brands.ts';
import { readScannedCode, readTypedCode, voucherIn, type TypedCode } from '#src/protocol/voucher-link.ts';
import { CameraView, noteOpened, useScanner } from './camera-view.tsx';
import { BadPaper, RefusedPaper } from './refused-purchase.tsx';
import { type ScannedPurchase, useVoucherLookup, type Lookup } from './use-voucher-lookup.ts';
import { DrawnBar, isDrawn } from './without-letters.tsx';
import styles from './scanner.module.css';

interface ScannerProps {
  onSale: (purchase: ScannedPurchase) => void;
  /** Rest of a purchase that this voucher pays; 0 for a new one. Smallest unit shown. */
  lacking: Pesos;
  /** The rest is not charged. */
  onEnd: () => void;
}

export function Scanner({ onSale, lacking, onEnd }: ScannerProps) {
  /** The text in the dialog; null while it is closed. */
  const [typing, setTyping] = useState<string | null>(null);
  const { lookup, look, clear } = useVoucherLookup((purchase) => {
    noteOpened(purchase);
    onSale(purchase);
  });
  const canCharge = useReach().kind !== 'nothing';
  const stopped = lookup.kind !== 'idle' && lookup.kind !== 'looking';
  const camera = useScanner(!stopped, (text) => void look(readScannedCode(text)));

  if (lookup.kind === 'bad-paper')
    return <RefusedPaper purchase={lookup.purchase} fault={lookup.fault} onAgain={clear} />;
  if (isDrawn() && (lookup.kind === 'foreign' || lookup.kind === 'unknown'))
    return <BadPaper onAgain={clear} />;
  return (
    <div
      // Without letters the page's bar and navigation are covered.
      ref={isDrawn() ? wholeScreen : undefined}
      className={isDrawn() ? 'column covers' : `column ${styles.screen}`}
    >
      {isDrawn() && <ScanBar />}
      {lacking > 0 && <Rest {...{ lacking, onEnd }} />}
      {!canCharge && !stopped && camera.state.kind === 'failed' && (
        <div className="pad-strip">
          <Notice kind="pending">{offlineTexts.cannotCharge}</Notice>
        </div>
      )}
      {(stopped || camera.state.kind === 'failed') && <h1 className="visually-hidden">{texts.title}</h1>}
      {stopped ? (
        <div className={styles.problem}>
          <LookupProblem
            lookup={lookup}
            onAgain={clear}
            onRetry={(scanned) => void look(scanned, true)}
            onCorrect={(typed) => {
              clear();
              setTyping(typed);
            }}
          />
        </div>
      ) : (
        <CameraView
          {...camera}
          looking={lookup.kind === 'looking'}
          blocked={canCharge ? null : offlineTexts.cannotCharge}
          onAgain={(text) => void look(readScannedCode(text))}
        />
      )}
      {!isDrawn() && <LastPurchase onVoided={onEnd} />}
      <ScanFoot
        onType={() => {
          // Its answer would take the dialog away.
          if (lookup.kind === 'looking') clear();
          setTyping('');
        }}
        onPicture={(file) => void readPicture(file, look)}
      />
      {typing !== null && (
        <CodeDialog
          initial={typing}
          onClose={() => setTyping(null)}
          onCode={(code) => {
            setTyping(null);
            void look(code);
          }}
        />
      )}
    </div>
  );
}

async function readPicture(file: File, look: (scanned: TypedCode) => Promise<unknown>): Promise<void> {
  const read = await decodePicture(file, voucherIn);
  if (read.kind === 'read') await look(readScannedCode(read.text));
  else if (read.kind === 'foreign') await look({ kind: 'foreign' });
  else showToast('error', pictureTexts[read.kind]);
}

/** The bar without letters, which speaks the instruction once. */
function ScanBar() {
  const navigate = useNavigate();
  useEffect(() => {
    void speak(({ showPaper }) => showPaper());
  }, []);
  return <DrawnBar onBack={() => void navigate('/dashboard/home')} />;
}

/** Rest of a purchase for the next voucher, and the way to leave it unpaid. */
function Rest({ lacking, onEnd }: Pick<ScannerProps, 'lacking' | 'onEnd'>) {
  return (
    <div className={`split-4 normal ${styles.rest}`} data-tone="pending" role="status">
      {isDrawn() && <Icon of={ShoppingBasket} size={36} />}
      {isDrawn() && <AmountNotes amount={lacking} />}
      <p>
        <b>{stallPurchaseTexts.lacks(amountText(lacking))}</b> {stallPurchaseTexts.readNext}
      </p>
      <Button variant="text" size="row" icon={isDrawn() ? X : undefined} onClick={onEnd}>
        {stallPurchaseTexts.leaveIt}
      </Button>
    </div>
  );
}

const pictureTexts = {
  two: texts.twoInPicture,
  'no-code': texts.noCodeInPicture,
  'not-a-picture': texts.notAPicture,
} as const;

/** Other ways to enter a code: by typing, or from a picture. */
function ScanFoot({ onType, onPicture }: { onType: () => void; onPicture: (file: File) => void }) {
  const reach = useReach();
  return (
    <div className={`stack-12 ${styles.foot}`}>
      <div className={`grid ${styles.ways}`}>
        <Button variant="secondary" icon={Keyboard} onClick={onType}>
          {texts.typeCode}
        </Button>
        <FileButton
          variant="secondary"
          icon={ImageUp}
          label={texts.uploadPicture}
          accept="image/*"
          onFile={onPicture}
        />
      </div>
      {reach.kind !== 'nothing' && (
        <p className={`row-12 soft small ${styles.note}`}>
          <Icon of={ShieldCheck} />
          {reach.kind === 'limited' ? reach.note : texts.note}
        </p>
      )}
    </div>
  );
}

/** Returns the limit of a sale now: none with the server, the note of the rules without it, or no sale at all. */
function useReach(): { kind: 'server' } | { kind: 'limited'; note: string } | { kind: 'nothing' } {
  const { link } = useConnection();
  const facts = useDeviceFacts();
  if (link !== 'offline' || facts === undefined) return { kind: 'server' };
  if (facts.state !== 'active' || facts.limits === null || facts.listAsOf === 0) return { kind: 'nothing' };
  const note = offlineTexts.scanNote(amountText(facts.limits.perVoucher), whenText(facts.listAsOf));
  return { kind: 'limited', note };
}

interface CodeDialogProps {
  initial: string;
  onClose: () => void;
  onCode: (code: TypedCode) => void;
}

function CodeDialog({ initial, onClose, onCode }: CodeDialogProps) {
  return (
    <FormDialog
      title={texts.typeCode}
      yes={texts.search}
      start={{ code: initial }}
      fields={({ code }) => [
        {
          kind: 'text',
          name: 'code',
          first: true,
          label: texts.codeLabel,
          icon: Keyboard,
          hint: texts.codeHint,
          placeholder: texts.codePlaceholder,
          autoCapitalize: 'characters',
          spellCheck: false,
          fault: readTypedCode(code).kind === 'foreign' ? texts.codeWrong : undefined,
        },
      ]}
      save={{
        mutate: ({ code }) => {
          const typed = readTypedCode(code);
          if (typed.kind !== 'foreign') onCode(typed);
        },
      }}
      onClose={onClose}
    />
  );
}

interface LookupProblemProps {
  lookup: Lookup;
  onAgain: () => void;
  onRetry: (scanned: TypedCode) => void;
  onCorrect: (typed: string) => void;
}

function LookupProblem({ lookup, onAgain, onRetry, onCorrect }: LookupProblemProps) {
  useEffect(() => {
    if (isDrawn()) announce('refused', ({ refused }) => refused(0));
  }, []);
  if (lookup.kind === 'unreachable')
    return <Unanswered lookup={lookup} onAgain={onAgain} onRetry={() => onRetry(lookup.scanned)} />;
  const typed = lookup.kind === 'unknown' ? lookup.typed : null;
  const { title, note } = problemText(lookup);
  return (
    <EmptyState
      drawing={lookup.kind === 'refused' ? 'lock' : 'no-code'}
      title={title}
      mustAct
      actions={
        <>
          {typed !== null && (
            <Button icon={Keyboard} onClick={() => onCorrect(typed)}>
              {texts.correct}
            </Button>
          )}
          <Button variant={typed === null ? 'primary' : 'secondary'} icon={ScanQrCode} onClick={onAgain}>
            {texts.readAgain}
          </Button>
        </>
      }
    >
      {note !== undefined && <p>{note}</p>}
    </EmptyState>
  );
}

interface UnansweredProps {
  lookup: Extract<Lookup, { kind: 'unreachable' }>;
  onAgain: () => void;
  onRetry: () => void;
}

/** The server gave no answer. Only without a link do the rules of this tablet explain what is left to do. */
function Unanswered({ lookup: { reason, refusal }, onAgain, onRetry }: UnansweredProps) {
  const isCut = reason === 'network';
  const canCharge = useReach().kind !== 'nothing' && refusal !== 'NOT_ENROLLED';
  return (
    <EmptyState
      drawing={isCut ? 'no-signal' : 'basket'}
      title={unreachableTexts[reason].title}
      mustAct={refusal !== null}
      actions={
        <>
          <Button icon={RefreshCw} onClick={onRetry}>
            {offlineTexts.tryOnline}
          </Button>
          <Button variant="secondary" icon={ScanQrCode} onClick={onAgain}>
            {stallPurchaseTexts.readOther}
          </Button>
        </>
      }
    >
      {!isCut && <p>{unreachableTexts[reason].note}</p>}
      {isCut && !canCharge && <p>{offlineTexts.cannotCharge}</p>}
      {isCut && canCharge && <p>{refusal === null ? texts.offline : offlineRefusalTexts[refusal]}</p>}
      {isCut && canCharge && refusal !== null && <p>{offlineTexts.none}</p>}
    </EmptyState>
  );
}

function problemText(lookup: Exclude<Lookup, { kind: 'unreachable' }>): { title: string; note?: string } {
  if (lookup.kind === 'foreign') return { title: texts.foreignTitle, note: texts.foreign };
  if (lookup.kind === 'refused') {
    const title = lookup.code === 'CAMERA_NEEDED' ? texts.cameraNeeded : commonTexts.somethingFailed;
    return { title, note: lookup.message };
  }
  if (lookup.kind === 'unknown' && lookup.typed !== null) return { title: texts.wrongCode(lookup.typed) };
  return { title: texts.unknownTitle, note: texts.unknown };
}
