import { Check, Printer } from 'lucide-react';
import { useRef, useState } from 'react';
import { rememberPaperSize } from '#src/client/device/print/kept-paper.ts';
import { baudRates, type ChosenPrinter, type Roll } from '#src/client/device/printer/chosen-printer.ts';
import { devicePrinter } from '#src/client/device/printer/device-printer.ts';
import { printTexts } from '#src/client/texts/vouchers/print-texts.ts';
import { printerTexts as texts } from '#src/client/texts/vouchers/printer-texts.ts';
import { Zocalo } from '#src/client/ui/brand/zocalo.tsx';
import { Button } from '#src/client/ui/button.tsx';
import { SelectField } from '#src/client/ui/fields/select-field.tsx';
import { focusOnMount } from '#src/client/ui/focus-on-mount.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { FilterChips } from '#src/client/ui/tables/filter-chips.tsx';
import { PrintProblem } from './print-problem.tsx';
import { TestPaper } from './test-paper.tsx';
import { nameOf, useDirectPrint, usePrintRun } from './use-printer.ts';
import styles from './printer.module.css';

/** Under this name the test is counted; no number is printed on it. */
const testPaper = 'prueba';

interface TestPrinterProps {
  printer: ChosenPrinter;
  onGood: () => void;
  onOther: () => void;
}

/** A paper that is looked at: read by its printer's own code, then by a drawn one, then at the other width or speed. */
export function TestPrinter({ printer, onGood, onOther }: TestPrinterProps) {
  const content = useRef<HTMLDivElement>(null);
  const [hasPrinted, setPrinted] = useState(false);
  const [isStillBad, setStillBad] = useState(false);
  const { run } = usePrintRun(testPaper);
  const print = useDirectPrint({ paper: testPaper, content, roll: printer.roll });

  async function test(): Promise<void> {
    const done = await print();
    if (done.kind === 'printed') setPrinted(true);
  }

  async function tryOtherWay(): Promise<void> {
    if (printer.code === 'native') devicePrinter().change({ code: 'raster' });
    else setStillBad(true);
    if (printer.code === 'native') await test();
  }

  return (
    <>
      {run.kind === 'failed' && <PrintProblem fault={run.fault} />}
      <Panel className={styles.test}>
        <div className={styles.testBody}>
          <div className={styles.looks}>
            <h2>{texts.look}</h2>
            <p className="soft">{[nameOf(printer), texts.roll[printer.roll]].join(', ')}</p>
            <ul>
              {texts.checks.map((check) => (
                <li key={check}>
                  <Icon of={Check} />
                  {check}
                </li>
              ))}
            </ul>
            <p className="soft">{hintOf(printer, isStillBad)}</p>
            {isStillBad && <OtherSettings printer={printer} />}
          </div>
          <div className={styles.sample}>
            <div ref={content}>
              <TestPaper roll={printer.roll} />
            </div>
          </div>
        </div>
        <Zocalo place="panel">
          <TestActs
            hasPrinted={hasPrinted}
            isPrinting={run.kind === 'printing'}
            onTest={() => void test()}
            onBad={() => void tryOtherWay()}
            onGood={() => {
              devicePrinter().change({ isTested: true });
              onGood();
            }}
          />
        </Zocalo>
      </Panel>
      <Button variant="text" onClick={onOther}>
        {texts.change}
      </Button>
    </>
  );
}

function hintOf({ code }: ChosenPrinter, isStillBad: boolean): string {
  if (isStillBad) return texts.stillWrong;
  return code === 'raster' ? texts.drawnNow : texts.otherWay;
}

interface TestActsProps {
  hasPrinted: boolean;
  isPrinting: boolean;
  onTest: () => void;
  onBad: () => void;
  onGood: () => void;
}

/** Printed first, then judged. */
function TestActs({ hasPrinted, isPrinting, onTest, onBad, onGood }: TestActsProps) {
  if (!hasPrinted)
    return (
      <Button
        ref={focusOnMount}
        variant="on-zocalo"
        size="money"
        wide
        icon={Printer}
        busy={isPrinting}
        busyText={texts.testing}
        onClick={onTest}
      >
        {texts.printTest}
      </Button>
    );
  return (
    <div className={styles.band}>
      <Button ref={focusOnMount} variant="on-zocalo" icon={Check} onClick={onGood}>
        {texts.good}
      </Button>
      <Button
        variant="on-zocalo-outline"
        icon={Printer}
        busy={isPrinting}
        busyText={texts.testing}
        onClick={onTest}
      >
        {texts.anotherTest}
      </Button>
      <Button variant="on-zocalo-outline" onClick={onBad}>
        {texts.bad}
      </Button>
    </div>
  );
}

const rolls: readonly Roll[] = ['80mm', '58mm'];

function OtherSettings({ printer }: { printer: ChosenPrinter }) {
  return (
    <>
      <FilterChips
        label={texts.width}
        chips={rolls.map((value) => ({ value, label: printTexts.papers[value] }))}
        chosen={printer.roll}
        onChoose={(roll) => {
          devicePrinter().change({ roll });
          rememberPaperSize(roll);
        }}
      />
      {printer.way === 'serial' && !printer.isBluetooth && (
        <SelectField
          label={texts.speed}
          options={baudRates.map((rate) => ({ value: String(rate), label: texts.speedOf(rate) }))}
          value={String(printer.baudRate)}
          onChange={({ target }) => {
            const baudRate = baudRates.find((rate) => String(rate) === target.value);
            if (baudRate !== undefined) devicePrinter().change({ baudRate });
          }}
        />
      )}
    </>
  );
}
