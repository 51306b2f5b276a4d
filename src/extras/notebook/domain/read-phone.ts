/** Returns ten digits as the wire carries them, the count of digits when it is not a phone, or null for an empty cell. */
export function readPhone(cell: string): { phone: string } | { digits: number } | null {
  const text = cell.trim();
  if (text === '' || /^[-—–.]+$/.test(text)) return null;
  // Two numbers in one cell: the first is the one people call.
  const [first = ''] = text.split(/\s*(?:[/;,]|\by\b|\bo\b)\s*/);
  const digits = first.replaceAll(/\D/g, '').replace(/^(?:00)?57(?=\d{10}$)/, '');
  return digits.length === 10 ? { phone: digits } : { digits: digits.length };
}
