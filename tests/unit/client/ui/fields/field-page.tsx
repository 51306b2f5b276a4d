import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { TypedAmount, useTypedAmount } from '#src/client/money/notes/amount-pad.tsx';

/** One field in a form, with its amount and the amounts that were sent. */
function FieldPage() {
  const [amount, setAmount] = useState(0);
  const entry = useTypedAmount(amount, setAmount);
  const [sent, setSent] = useState<number[]>([]);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        setSent([...sent, amount]);
      }}
    >
      <TypedAmount label="Monto" amount={amount} onAmount={setAmount} entry={entry} />
      <output aria-label="leído">{amount}</output>
      <output aria-label="enviado">{sent.join(' ')}</output>
      <button type="button" onClick={() => setAmount(7)}>
        siete
      </button>
      <button type="button" onClick={entry.erase}>
        borrar
      </button>
    </form>
  );
}

const root = document.getElementById('root');
if (root) createRoot(root).render(<FieldPage />);
