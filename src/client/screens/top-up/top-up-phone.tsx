import { ArrowLeft, ArrowRight, Check, UserRoundPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { personName } from '#src/client/shared/names.ts';
import { AmountPad } from '#src/client/shared/notes/amount-pad.tsx';
import { useReceiptLines } from '#src/client/shared/print/receipt-lines.ts';
import { rollInReach, usePrinter } from '#src/client/shared/printer/use-printer.ts';
import { staffWaitingTexts } from '#src/client/texts/sync/staff-waiting-texts.ts';
import { topUpTexts as texts, customerRegistrationTexts } from '#src/client/texts/topups/top-up-texts.ts';
import { Zocalo } from '#src/client/ui/brand/zocalo.tsx';
import { Button } from '#src/client/ui/button.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { wholeScreen } from '#src/client/ui/layers/whole-screen.ts';
import type { PublicUser } from '#src/contract/accounts/schemas.ts';
import { AmountStep } from './amount-step.tsx';
import { TopUpAct } from './cash-step.tsx';
import { CustomerRegistration, type Registration } from './customer/customer-registration.tsx';
import { CustomerStep } from './customer/customer-step.tsx';
import { TillNearly } from './till/till-nearly.tsx';
import { TopUpOutcome } from './top-up-outcome.tsx';
import type { TopUpForm } from './use-top-up-form.ts';
import styles from './top-up-phone.module.css';

interface TopUpPhoneProps {
  form: TopUpForm;
  registration: Registration;
  /** A customer was chosen: the amount is next. */
  isChosen: boolean;
  onChosen: (isChosen: boolean) => void;
  /** A customer was taken from a list or has just been registered. */
  onTaken: (customer: PublicUser, isHere?: boolean) => void;
}

/** A phone shows one step at a time, each filling the screen. */
export function TopUpPhone(props: TopUpPhoneProps) {
  const { form, isChosen, onChosen } = props;
  const { kind } = form.answer;
  if (kind !== 'none' && kind !== 'asking')
    return (
      <Screen step={3} {...(kind === 'pending' ? { lastStep: staffWaitingTexts.noVoucherYet } : {})}>
        <TopUpOutcome form={form} isScreen />
      </Screen>
    );
  if (form.customer !== null && isChosen)
    return <AmountScreen form={form} onBack={() => onChosen(false)} name={form.customer.ownerName} />;
  return <CustomerScreen {...props} />;
}

function CustomerScreen({ form, registration, onChosen, onTaken }: TopUpPhoneProps) {
  const { customer } = form;
  return (
    <div className={styles.first}>
      <h1>{texts.title}</h1>
      <Steps step={1} />
      <div>
        <TillNearly room={form.room} />
      </div>
      {registration.isOpen ? (
        <div className={styles.registration}>
          <CustomerRegistration registration={registration} takesFocus />
          <Button variant="text" icon={ArrowLeft} onClick={registration.close}>
            {texts.backToSearch}
          </Button>
        </div>
      ) : (
        <>
          <CustomerStep form={form} onRegister={registration.startWith} onChosen={onTaken} />
          {customer === null && !offersRegistration(form.search) && (
            <Button variant="text" icon={UserRoundPlus} onClick={() => registration.startWith('')}>
              {customerRegistrationTexts.title}
            </Button>
          )}
          <div className={styles.act}>
            <Zocalo place="panel">
              {customer === null ? (
                <Button variant="on-zocalo" size="money" wide disabled>
                  {texts.goOn}
                </Button>
              ) : (
                <Button
                  key={customer._id}
                  ref={focusInSight}
                  variant="on-zocalo"
                  size="money"
                  wide
                  trailing={ArrowRight}
                  onClick={() => onChosen(true)}
                >
                  {texts.goOnWith(personName(customer.ownerName).split(' ').slice(0, 2).join(' '))}
                </Button>
              )}
            </Zocalo>
          </div>
        </>
      )}
    </div>
  );
}

/** Whether the answer of the search itself offers to register the number. */
function offersRegistration(search: TopUpForm['search']): boolean {
  return (search.kind === 'nobody' || search.kind === 'nobody-here') && !search.query.includes('@');
}

/**
 * With large text the band is at the end of the page. The page scrolls there, and again when a balance that
 * loads late pushes the band down.
 */
function focusInSight(element: HTMLElement | null): (() => void) | undefined {
  if (!element) return undefined;
  element.focus();
  const watch = new ResizeObserver(() => {
    if (document.activeElement === element) element.scrollIntoView({ block: 'nearest' });
  });
  watch.observe(document.body);
  return () => watch.disconnect();
}

interface AmountScreenProps {
  form: TopUpForm;
  name: string;
  onBack: () => void;
}

function AmountScreen({ form, name, onBack }: AmountScreenProps) {
  const isPrinting = rollInReach(usePrinter()) !== null;
  useReceiptLines();
  return (
    <Screen step={2}>
      <header className={styles.head}>
        <button type="button" className="back" aria-label={texts.changeCustomer} onClick={onBack}>
          <Icon of={ArrowLeft} size={28} />
        </button>
        <h1>
          <span>{texts.amountOf} </span>
          {personName(name)}
        </h1>
      </header>
      <form
        className={styles.amount}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void form.place(isPrinting);
        }}
      >
        <div className={styles.entry}>
          <AmountStep form={form} withPad />
          {form.problem !== '' && <Notice kind="refused">{form.problem}</Notice>}
        </div>
        <AmountPad entry={form.entry} tall disabled={form.locked} />
        <Zocalo>
          <div className={styles.pay}>
            <TopUpAct form={form} withAmount />
          </div>
        </Zocalo>
      </form>
    </Screen>
  );
}

interface ScreenProps {
  step: 2 | 3;
  /** Replaces the last step's name when there is no voucher to hand over. */
  lastStep?: string;
  children: ReactNode;
}

/** Fills the screen; of the page only the way back is left. */
function Screen({ step, lastStep, children }: ScreenProps) {
  return (
    <div ref={wholeScreen} className={styles.screen}>
      <Steps step={step} lastStep={lastStep} />
      {children}
    </div>
  );
}

function Steps({ step, lastStep }: { step: 1 | 2 | 3; lastStep?: string | undefined }) {
  return (
    <ol className={styles.steps}>
      {texts.steps.map((name, place) => (
        <li key={name} aria-current={place + 1 === step ? 'step' : undefined}>
          <span className={styles.number}>
            {place + 1 < step ? <Icon of={Check} size={16} /> : place + 1}
          </span>
          {place === 2 ? (lastStep ?? name) : name}
        </li>
      ))}
    </ol>
  );
}
