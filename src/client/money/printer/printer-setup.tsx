import { ArrowLeft, Bluetooth, Check, Printer, Usb } from 'lucide-react';
import { type ComponentProps, type ReactNode, type RefObject, useRef, useState } from 'react';
import { keepChoice } from '#src/client/device/kept-choice.ts';
import { readPaperSize } from '#src/client/device/print/kept-paper.ts';
import {
  type BaudRate,
  baudRates,
  type ChosenPrinter,
  type Roll,
} from '#src/client/device/printer/chosen-printer.ts';
import { devicePrinter } from '#src/client/device/printer/device-printer.ts';
import type { Dialect } from '#src/client/device/printer/encode-paper.ts';
import { PaperCode, PrintedPaper } from '#src/client/money/papers/printed-paper.tsx';
import { buttonTexts } from '#src/client/texts/ui-texts.ts';
import { printTexts } from '#src/client/texts/vouchers/print-texts.ts';
import { printerTexts as texts, testPaperTexts } from '#src/client/texts/vouchers/printer-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { SelectField } from '#src/client/ui/fields/select-field.tsx';
import { focusOnMount } from '#src/client/ui/focus-on-mount.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import { Overlay } from '#src/client/ui/layers/dialog.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { StepHead } from '#src/client/ui/layers/step-head.tsx';
import { FilterChips } from '#src/client/ui/tables/filter-chips.tsx';
import { ChoosePrinter, Way } from './choose-printer.tsx';
import { PrintProblem } from './print-problem.tsx';
import { PrinterLine } from './printer-line.tsx';
import { nameOf, useDirectPrint, usePrinter, usePrintRun } from './use-printer.ts';
import styles from './printer.module.css';

/** One page: the printer of this device is found once, tried on a paper, and ready from then on. */
export function PrinterSetup({ onClose }: { onClose: () => void }) {
  const printer = usePrinter();
  const chosen = printer.kind === 'none' ? null : printer.printer;
  const [isChoosing, setChoosing] = useState(chosen === null);
  const [widthBefore, setWidthBefore] = useState<Roll>(() => (readPaperSize() === '58mm' ? '58mm' : '80mm'));
  const content = useRef<HTMLDivElement>(null);
  const roll = chosen?.roll ?? widthBefore;
  const test = usePrinterTest(content, roll);
  const tried = isChoosing ? null : chosen;

  function change(settings: Partial<Pick<ChosenPrinter, 'roll' | 'baudRate'>>): void {
    if (settings.roll !== undefined) {
      setWidthBefore(settings.roll);
      if (chosen !== null) keepChoice('paper', settings.roll);
    }
    devicePrinter().change({ ...settings, isTested: false });
    test.restart(false);
  }

  return (
    <Overlay label={texts.title} onClose={onClose}>
      <div className={`stack ${styles.setup}`}>
        <header className="flow">
          <Button variant="text" icon={ArrowLeft} onClick={onClose}>
            {buttonTexts.back}
          </Button>
          <h1 className={styles.title}>{texts.title}</h1>
          <PrinterLine />
        </header>
        <div className={`stack-20 ${styles.columns}`}>
          <Panel>
            <Step number={1} title={texts.steps.choose} reached>
              {tried === null ? (
                <ChoosePrinter
                  roll={roll}
                  onChosen={() => {
                    setChoosing(false);
                    test.restart(true);
                  }}
                  onSheets={onClose}
                />
              ) : (
                <Chosen printer={tried} onOther={() => setChoosing(true)} />
              )}
              <Width roll={roll} onRoll={(wanted) => change({ roll: wanted })} />
              {tried !== null && test.isStillBad && (
                <Speed printer={tried} onSpeed={(baudRate) => change({ baudRate })} />
              )}
            </Step>
            <Step number={2} title={texts.steps.test} reached={tried !== null}>
              {tried !== null && <Trial isTested={tried.isTested} test={test} />}
            </Step>
            {tried?.isTested === true && !test.isOut ? (
              <Step number={3} title={printer.kind === 'ready' ? texts.ready : texts.tested} reached>
                <Ready onClose={onClose} />
              </Step>
            ) : (
              <Step number={3} title={texts.steps.judge} reached={test.isOut}>
                {tried !== null && test.isOut && <Verdict printer={tried} test={test} />}
              </Step>
            )}
          </Panel>
          <div className={styles.sample}>
            <div ref={content}>
              <TestPaper roll={roll} />
            </div>
          </div>
        </div>
      </div>
    </Overlay>
  );
}

function Step({ children, ...head }: ComponentProps<typeof StepHead> & { children: ReactNode }) {
  return (
    <section className={`stack-12 pad-row ${styles.step}`}>
      <StepHead {...head} />
      {children}
    </section>
  );
}

/** Under this name the test is counted; no number is printed on it. */
const testPaper = 'prueba';

const otherDialect = { dots: 'codes', codes: 'dots' } as const satisfies Record<Dialect, Dialect>;

/** A paper that is looked at. When it is bad it comes once more in the other dialect, then the settings are changed. */
function usePrinterTest(content: RefObject<HTMLElement | null>, roll: Roll) {
  const [isAsked, setAsked] = useState(false);
  const [timesBad, setTimesBad] = useState(0);
  const button = useRef<HTMLButtonElement>(null);
  const { run } = usePrintRun(testPaper);
  const direct = useDirectPrint({ paper: testPaper, content, roll });

  function print(): void {
    setAsked(true);
    void direct();
  }

  return {
    isPrinting: run.kind === 'printing',
    /** A paper came out with the settings as they are now. */
    isOut: isAsked && run.kind === 'printed',
    fault: isAsked && run.kind === 'failed' ? run.fault : null,
    /** It was bad in the other dialect before. */
    isOther: timesBad % 2 === 1,
    /** It was bad in both dialects. */
    isStillBad: timesBad > 1,
    button,
    print,
    judge({ dialect }: ChosenPrinter, isGood: boolean) {
      setAsked(false);
      if (isGood) {
        setTimesBad(0);
        devicePrinter().change({ isTested: true });
        return;
      }
      devicePrinter().change({ dialect: otherDialect[dialect], isTested: false });
      setTimesBad(timesBad + 1);
      button.current?.focus();
      if (timesBad % 2 === 0) print();
    },
    /** The next paper is judged anew; with another printer nothing counts that was bad before. */
    restart(isOtherPrinter: boolean) {
      setAsked(false);
      if (isOtherPrinter) setTimesBad(0);
    },
  };
}

type PrinterTest = ReturnType<typeof usePrinterTest>;

function Chosen({ printer, onOther }: { printer: ChosenPrinter; onOther: () => void }) {
  return (
    <Way icon={printer.isBluetooth ? Bluetooth : Usb} name={nameOf(printer)}>
      <Button variant="secondary" size="row" onClick={onOther}>
        {texts.change}
      </Button>
    </Way>
  );
}

const rolls: readonly Roll[] = ['80mm', '58mm'];

function Width({ roll, onRoll }: { roll: Roll; onRoll: (roll: Roll) => void }) {
  return (
    <div className="flow">
      <div className="fill-9">
        <p className="strong">{texts.width}</p>
        <p className="soft">{texts.widthNote}</p>
      </div>
      <FilterChips
        label={texts.width}
        chips={rolls.map((value) => ({ value, label: printTexts.papers[value] }))}
        chosen={roll}
        onChoose={onRoll}
      />
    </div>
  );
}

/** A serial cable works at one speed alone; other ways take any. */
function Speed({ printer, onSpeed }: { printer: ChosenPrinter; onSpeed: (baudRate: BaudRate) => void }) {
  if (printer.way !== 'serial' || printer.isBluetooth) return null;
  return (
    <SelectField
      label={texts.speed}
      options={baudRates.map((rate) => ({ value: String(rate), label: texts.speedOf(rate) }))}
      value={String(printer.baudRate)}
      onChange={({ target }) => {
        const baudRate = baudRates.find((rate) => String(rate) === target.value);
        if (baudRate !== undefined) onSpeed(baudRate);
      }}
    />
  );
}

function Trial({ isTested, test }: { isTested: boolean; test: PrinterTest }) {
  const { button, fault, isOut, isPrinting, isStillBad, print } = test;
  return (
    <>
      {fault !== null && <PrintProblem fault={fault} />}
      {isStillBad && !isOut && <p>{texts.stillWrong}</p>}
      <div className={`cluster-12 ${styles.acts}`}>
        <Button
          ref={button}
          variant={isOut || isTested ? 'secondary' : 'primary'}
          icon={Printer}
          busy={isPrinting}
          busyText={texts.printing}
          onClick={print}
        >
          {isOut || isTested ? texts.anotherTest : texts.printTest}
        </Button>
      </div>
    </>
  );
}

function Verdict({ printer, test }: { printer: ChosenPrinter; test: PrinterTest }) {
  return (
    <>
      <ul className={`rows ${styles.looks}`}>
        {texts.checks.map((check) => (
          <li key={check} className="row">
            <Icon of={Check} />
            {check}
          </li>
        ))}
      </ul>
      {!test.isStillBad && <p className="soft">{test.isOther ? texts.otherNow : texts.otherWay}</p>}
      <div ref={showOnMount} className={`cluster-12 ${styles.acts}`}>
        <Button ref={focusOnMount} icon={Check} onClick={() => test.judge(printer, true)}>
          {texts.good}
        </Button>
        <Button variant="secondary" onClick={() => test.judge(printer, false)}>
          {texts.bad}
        </Button>
      </div>
    </>
  );
}

/** The question comes below the fold of a phone. */
function showOnMount(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}

function Ready({ onClose }: { onClose: () => void }) {
  return (
    <>
      <p>{texts.readyNote}</p>
      <div className={`cluster-12 ${styles.acts}`}>
        <Button ref={focusOnMount} data-safe onClick={onClose}>
          {texts.close}
        </Button>
      </div>
    </>
  );
}

/** A paper that shows whether the code is read, accents come out, and the roll is as wide as was said. */
function TestPaper({ roll }: { roll: Roll }) {
  return (
    <PrintedPaper paper={roll} heading={testPaperTexts.heading}>
      <p>{printTexts.papers[roll]}</p>
      <PaperCode text={testPaperTexts.code} label={testPaperTexts.heading} size="28mm" />
      <p className="strong">{testPaperTexts.letters}</p>
      <div className={styles.edges} aria-hidden />
      <p>{testPaperTexts.edges}</p>
    </PrintedPaper>
  );
}
