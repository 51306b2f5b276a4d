import { ShieldCheck, ShoppingBasket, Store, Wallet } from 'lucide-react';
import type { MouseEvent } from 'react';
import { useDemoWords } from './demo-words.ts';
import { buttonClass } from '#src/client/ui/button.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { addressOf, type DemoVisitor, tabNameOf } from '#src/client/screens/demo/demo-tabs.ts';
import styles from './demo-foot.module.css';

const others = [
  ['market', Wallet],
  ['otherStall', Store],
  ['supplier', ShoppingBasket],
  ['admin', ShieldCheck],
] as const;

/** The other people of the market, each in a tab of their own too. */
export function DemoFoot({ onOpen }: { onOpen: (visitor: DemoVisitor) => void }) {
  const texts = useDemoWords();
  const go = (visitor: DemoVisitor) => (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onOpen(visitor);
  };
  return (
    <footer className={styles.foot}>
      <div className={styles.words}>
        <h2>{texts.comeInAs.main}</h2>
        <p lang={texts.besideLang}>{texts.comeInAs.beside}</p>
      </div>
      <ul className={styles.others}>
        {others.map(([visitor, icon]) => (
          <li key={visitor}>
            <a
              href={addressOf(visitor)}
              target={tabNameOf(visitor)}
              className={buttonClass({ variant: 'on-zocalo-outline', size: 'row', className: styles.other })}
              onClick={go(visitor)}
            >
              <Icon of={icon} size={20} />
              <span className={styles.wide}>{texts.others[visitor].wide}</span>
              <span className={styles.narrow}>{texts.others[visitor].narrow}</span>
            </a>
          </li>
        ))}
      </ul>
    </footer>
  );
}
