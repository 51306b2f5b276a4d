/** Ten digits as the wire carries them; a text: what was written is no phone; null: nothing was. */
export function readPhone(cell: string): { phone: string } | { digits: number } | null {
  const text = cell.trim();
  if (text === '' || /^[-—–.]+$/.test(text)) return null;
  // Two numbers in one cell: the first is the one people call.
  const [first = ''] = text.split(/\s*(?:[/;,]|\by\b|\bo\b)\s*/);
  const digits = first.replaceAll(/\D/g, '').replace(/^(?:00)?57(?=\d{10}$)/, '');
  return digits.length === 10 ? { phone: digits } : { digits: digits.length };
}
