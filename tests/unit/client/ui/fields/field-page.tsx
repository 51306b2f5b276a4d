import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { AmountField } from '#src/client/ui/fields/amount-field.tsx';

/** One field in a form, with its amount and the amounts that were sent. */
function FieldPage() {
  const [amount, setAmount] = useState(0);
  const [sent, setSent] = useState<number[]>([]);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        setSent([...sent, amount]);
      }}
    >
      <AmountField label="Monto" symbol="$" amount={amount} onAmount={setAmount} max={9_999_999} />
      <output aria-label="leído">{amount}</output>
      <output aria-label="enviado">{sent.join(' ')}</output>
      <button type="button" onClick={() => setAmount(7)}>
        siete
      </button>
    </form>
  );
}

const root = document.getElementById('root');
if (root) createRoot(root).render(<FieldPage />);
