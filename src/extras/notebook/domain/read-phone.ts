/** Returns ten digits as the wire carries them, the count of digits when it is not a phone, or null for an empty cell. */
export function readPhone(cell: string): { phone: string } | { digits: number } | null {
  const text = cell.trim();
  if (text === '' || /^[-—–.]+$/.test(text)) return null;
  const digits = text.replaceAll(/\D/g, '').replace(/^(?:00)?57(?=\d{10}$)/, '');
  return digits.length === 10 ? { phone: digits } : { digits: digits.length };
}
