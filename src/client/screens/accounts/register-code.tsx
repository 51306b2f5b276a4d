import { useSessionUser } from '#src/client/state/session.ts';
import { accountsTexts } from '#src/client/texts/accounts-texts.ts';
import styles from './accounts.module.css';

/** The code a market gives to its stalls and top-up points. */
export function RegisterCode() {
  const code = useSessionUser()?.globalMarketId ?? '';
  if (code === '') return null;
  return (
    <p className={styles.aside}>
      {accountsTexts.registerCode} <strong>{code}</strong>
    </p>
  );
}
