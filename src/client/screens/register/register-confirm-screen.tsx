import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { Link, Navigate } from 'react-router-dom';
import { Entrance } from '#src/client/shared/entrance/entrance.tsx';
import { useAuth } from '#src/client/state/session.ts';
import { registrationTexts as texts } from '#src/client/texts/registration-texts.ts';
import { Button, buttonClass } from '#src/client/ui/button.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { marketRegisteredSchema } from '#src/contract/accounts/registration.ts';
import styles from './register.module.css';

export function RegisterConfirmScreen() {
  const registered = marketRegisteredSchema.safeParse(useAuth().responseRegister);
  const [copied, setCopied] = useState(false);
  if (!registered.success) return <Navigate to="/login" replace />;
  const { marketName, globalMarketId } = registered.data;

  function copy() {
    navigator.clipboard?.writeText(globalMarketId).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  }

  return (
    <Entrance>
      <h1 className={styles.title}>{texts.confirmTitle}</h1>
      <p>{texts.confirmIntro}</p>
      <div className={styles.code}>
        <span className={styles.label}>{texts.confirmMarket}</span>
        <strong>{marketName}</strong>
        <span className={styles.label}>{texts.confirmCode}</span>
        <output>{globalMarketId}</output>
        <Button variant="secondary" icon={copied ? Check : Copy} onClick={copy}>
          {copied ? texts.copied : texts.copyCode}
        </Button>
      </div>
      <Notice kind="pending">{texts.confirmWait}</Notice>
      <Link to="/login" className={buttonClass({ wide: true })}>
        {texts.signIn}
      </Link>
    </Entrance>
  );
}
