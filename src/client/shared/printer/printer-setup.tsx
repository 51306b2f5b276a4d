import { ArrowLeft, Check } from 'lucide-react';
import { useState } from 'react';
import { commonTexts } from '#src/client/texts/common-texts.ts';
import { printerTexts as texts } from '#src/client/texts/vouchers/printer-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { Overlay } from '#src/client/ui/layers/dialog.tsx';
import { ChoosePrinter } from './choose-printer.tsx';
import { PrinterReady } from './printer-ready.tsx';
import { TestPrinter } from './test-printer.tsx';
import { usePrinter } from './use-printer.ts';
import styles from './printer.module.css';

type Step = 'choose' | 'test' | 'ready';
const steps: readonly Step[] = ['choose', 'test', 'ready'];

/** Chooses the printer of this device: found once, tried on a paper, and ready from then on. */
export function PrinterSetup({ onClose }: { onClose: () => void }) {
  const printer = usePrinter();
  const chosen = printer.kind === 'none' ? null : printer.printer;
  const [asked, setAsked] = useState<Step | null>(null);
  const step = asked ?? (chosen === null ? 'choose' : chosen.isTested ? 'ready' : 'test');
  return (
    <Overlay label={texts.title} onClose={onClose}>
      <div className={styles.setup}>
        <header className={styles.head}>
          <Button variant="text" icon={ArrowLeft} onClick={onClose}>
            {commonTexts.back}
          </Button>
          <h1 className={styles.title}>{texts.title}</h1>
          <ol className={styles.steps} aria-label={texts.stepsLabel}>
            {steps.map((name, place) => {
              const isPast = place < steps.indexOf(step);
              return (
                <li
                  key={name}
                  aria-current={name === step ? 'step' : undefined}
                  data-reached={isPast || name === step ? true : undefined}
                >
                  <span className={styles.number}>{isPast ? <Icon of={Check} size={16} /> : place + 1}</span>
                  {texts.steps[place]}
                </li>
              );
            })}
          </ol>
        </header>
        {step === 'choose' || chosen === null ? (
          <ChoosePrinter onChosen={() => setAsked('test')} onSheets={onClose} />
        ) : step === 'test' ? (
          <TestPrinter printer={chosen} onGood={() => setAsked('ready')} onOther={() => setAsked('choose')} />
        ) : (
          <PrinterReady
            state={printer}
            printer={chosen}
            onTest={() => setAsked('test')}
            onChange={() => setAsked('choose')}
            onClose={onClose}
          />
        )}
      </div>
    </Overlay>
  );
}
