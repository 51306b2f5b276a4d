import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { refusalCodes } from '#src/contract/refusal-code.ts';
import { formatMoney } from '#src/domain/money.ts';
import { refusalSentence } from '#src/domain/purchase/refusal-sentence.ts';
import { voucherStateOf } from '#src/domain/voucher/voucher-validity.ts';
import {
  decidePurchase,
  decidePurchaseAtStall,
  pointsFor,
  type SeenVoucher,
} from '#src/operations/purchase/rule.ts';
import { toAmount, toOpId, toVoucherId } from '#src/protocol/brands.ts';
import { envelopeHash } from '#src/protocol/envelope.ts';
import {
  readShortCode,
  shortCodeOf,
  readScannedCode,
  readTypedCode,
  voucherLink,
} from '#src/protocol/voucher-link.ts';
import {
  endless,
  endOfProof,
  voucherExpiry,
  readVoucherProof,
  writeVoucherProof,
} from '#src/protocol/voucher-proof.ts';

describe('amounts on screens', () => {
  it.each([
    [0, '$0'],
    [999, '$999'],
    [12_500, '$12,500'],
    [2_000_000, '$2,000,000'],
    [-84_000, '−$84,000'],
    [Number.MAX_SAFE_INTEGER, '$9,007,199,254,740,991'],
  ])('%i is shown as %s', (amount, text) => {
    expect(formatMoney(amount, '$')).toBe(text);
  });
});

describe('the decision on a purchase at the server', () => {
  const spent = { monto: 0, state: 'SPENT' as const };
  it('checks the stall first, then the voucher, then the shared rule', () => {
    const at = (isStallActive: boolean, voucher: SeenVoucher | null) =>
      decidePurchaseAtStall({ isStallActive, voucher, creditLeft: null, charged: null }, 1);
    expect(at(false, spent)).toEqual({ code: 'UNKNOWN_STALL', left: 0 });
    expect(at(false, { monto: 700, state: 'ACTIVE' })?.left).toBe(700);
    expect(at(false, null)?.left).toBe(0);
    expect(at(true, null)?.code).toBe('UNKNOWN_VOUCHER');
    expect(at(true, spent)).toEqual(decidePurchase(spent, 1));
  });
});

describe('a voucher', () => {
  const issuedAt = new Date('2026-02-28T15:00:00Z');
  const bogota = 5 * 3_600_000;
  const expiresAt = voucherExpiry(issuedAt, { days: 30, dayStartMs: bogota });

  it("lasts whole days after the day of its issue, to midnight in the market's zone, or forever", () => {
    expect(expiresAt?.toISOString()).toBe('2026-03-31T05:00:00.000Z');
    expect(voucherExpiry(issuedAt, endless)).toBeNull();
    const at = (time: string, life = { days: 1, dayStartMs: bogota }) =>
      voucherExpiry(new Date(time), life)?.toISOString();
    expect(at('2026-02-28T05:00:00Z')).toBe('2026-03-02T05:00:00.000Z');
    expect(at('2026-02-28T04:59:59Z')).toBe('2026-03-01T05:00:00.000Z');
    expect(at('2026-02-28T12:00:00Z', { days: 1, dayStartMs: 0 })).toBe('2026-03-02T00:00:00.000Z');
  });

  it("expires by its proof at the same second as by its row, in any market's zone", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: Date.UTC(2024, 0), max: Date.UTC(2040, 0) }),
        fc.integer({ min: 1, max: 3_650 }),
        fc.integer({ min: 0, max: 95 }),
        (issued, days, quarters) => {
          const life = { days, dayStartMs: quarters * 900_000 };
          const ends = voucherExpiry(new Date(issued), life);
          const proof = {
            signer: { by: 'server' as const, kid: 1 },
            face: toAmount(1_000),
            issuedAt: issued,
            expiresAt: ends?.getTime() ?? null,
            offlineCap: 0,
          };
          const read = readVoucherProof(writeVoucherProof(proof, new Uint8Array(64)));
          expect(read && endOfProof(read, life)).toBe(ends?.getTime());
          const lived = (ends?.getTime() ?? 0) - issued;
          expect(lived).toBeGreaterThanOrEqual(days * 86_400_000);
          expect(lived).toBeLessThanOrEqual((days + 1) * 86_400_000);
        },
      ),
    );
  });

  it.each([
    ['BLOCKED', { balance: 0, isBlocked: true }, '2026-04-01T00:00:00Z'],
    ['SPENT', { balance: 0, isBlocked: false }, '2026-04-01T00:00:00Z'],
    ['ACTIVE', { balance: 1, isBlocked: false }, '2026-03-31T04:59:59Z'],
    ['EXPIRED', { balance: 1, isBlocked: false }, '2026-03-31T05:00:00Z'],
  ])('is %s', (state, voucher, now) => {
    expect(voucherStateOf({ ...voucher, expiresAt }, new Date(now))).toBe(state);
  });

  it('that never expires is valid', () => {
    expect(voucherStateOf({ balance: 1, isBlocked: false, expiresAt: null }, new Date())).toBe('ACTIVE');
  });
});

describe('points', () => {
  it.each([
    [999, 1_000, 0],
    [1_000, 1_000, 1],
    [12_500, 1_000, 12],
    [12_500, 0, 0],
  ])('for %i at one for each %i are %i', (price, every, points) => {
    expect(pointsFor(price, every)).toBe(points);
  });
});

describe('short codes', () => {
  it('are the first 40 bits, five per letter', () => {
    expect(shortCodeOf('0b0e7d8c-5f36-4f0a-9a1c-3f2e8f1f6c11')).toBe('1C77-V32Z');
    expect(readTypedCode(' 1c77v32z')).toEqual({ kind: 'short-code', code: '1C77-V32Z' });
  });

  it('are typed: eight letters in a QR code are foreign', () => {
    for (const label of ['1C77-V32Z', 'LOTE2024', 'MESA-0012', '96385074'])
      expect(readScannedCode(label)).toEqual({ kind: 'foreign' });
  });

  it('are read in any spelling', () => {
    fc.assert(
      fc.property(fc.uuid(), (uuid) => {
        const code = shortCodeOf(uuid);
        expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
        expect(readShortCode(` ${code.toLowerCase().replace('-', ' ')} `)).toBe(code);
      }),
    );
  });

  it('read O, I and L as digits, and reject other characters', () => {
    expect(readShortCode('oIl0-7k4m')).toBe('0110-7K4M');
    for (const typed of ['', '7K4M', '7K4M-2QX', '7K4M-2QXDD', 'UUUU-UUUU', '7K4M-2QXU'])
      expect(readShortCode(typed)).toBeNull();
  });
});

describe('a scan', () => {
  const id = '24684521-0abc-4000-8000-000000000000';
  const link = (query: string) => `https://mercado.co/code-qr?${query}`;
  const voucher = { kind: 'voucher', codeQrId: id, userId: null, proof: '', host: 'mercado.co' };
  it.each([
    ['a bare id in capitals', id.toUpperCase(), { ...voucher, host: null }],
    ['a link of nobody', link(`codeQrId=${id.toUpperCase()}`), voucher],
    ['a link of somebody who is none', link(`userId=1&codeQrId=${id}`), voucher],
    ['an owner in capitals', link(`userId=${id.toUpperCase()}&codeQrId=${id}`), { ...voucher, userId: id }],
    ['a word behind it that begins like its name', link(`codeQrId=${id}&codeQrIdx`), voucher],
    ['a name said again without a value', link(`codeQrId=${id}&codeQrId`), { kind: 'foreign' }],
    ['words without a value', link(`=&codigo&codeQrId=${id}`), voucher],
    ['a link without a voucher', link(`userId=${id}`), { kind: 'foreign' }],
    ['a name that begins with the right one', link(`codeQrId${id}=`), { kind: 'foreign' }],
  ])('takes %s for what it is', (_what, text, read) => {
    expect(readScannedCode(text)).toEqual(read);
  });

  it('uses the same printed link for an address with and without a trailing slash', () => {
    for (const address of ['https://mercado.co', 'https://mercado.co//'])
      expect(voucherLink(address, 'u', toVoucherId(id))).toBe(link(`userId=u&codeQrId=${id}`));
  });

  it('finds the voucher in its own link, under any host and with a fragment', () => {
    fc.assert(
      fc.property(
        fc.uuid(),
        fc.uuid(),
        fc.constantFrom('http://localhost:3000', 'https://Mercado.co/'),
        (user, code, address) => {
          const link = voucherLink(address, user, toVoucherId(code));
          const { host } = new URL(address);
          const voucher = { kind: 'voucher', codeQrId: code, userId: user, proof: '', host };
          for (const text of [link, `${link}#otra-cosa`, ` ${link}\n`])
            expect(readScannedCode(text)).toEqual(voucher);
          expect(readScannedCode(`${link}#v1.AbC_-9`)).toEqual({ ...voucher, proof: 'v1.AbC_-9' });
        },
      ),
    );
  });

  it.each([
    'https://example.com/',
    'https://example.com/code-qr?codeQrId=1',
    'javascript:alert(1)',
    'https://example.com/otra?codeQrId=24684521-0000-4000-8000-000000000000',
    '🌽',
    '',
  ])('calls %j foreign', (text) => {
    expect(readScannedCode(text)).toEqual({ kind: 'foreign' });
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(['voucher', 'short-code', 'foreign']).toContain(readTypedCode(text).kind);
      }),
    );
  });
});

describe('the hash chain of operations', () => {
  const envelope = {
    v: 1 as const,
    opId: toOpId('24684521-0000-4000-8000-000000000001'),
    deviceId: '24684521-0000-4000-8000-000000000002',
    seq: 1,
    operatorId: '',
    occurredAt: '2026-11-21T10:00:00.000Z',
    clockOffset: 0,
    prevHash: '',
    kind: 'top-up' as const,
    payload: {
      monto: toAmount(50_000),
      uuid: toVoucherId('24684521-0000-4000-8000-000000000003'),
      clientId: '24684521-0000-4000-8000-000000000004',
    },
  };

  it('keeps this hash of version 1 forever', () => {
    expect(envelopeHash(envelope)).toBe('3aebc5090c2b6ee4349a8b87cd7a009b2326d50351fbb0e59f14388c7638a030');
  });

  it('depends on everything but the order of keys', () => {
    const reversed = Object.fromEntries(Object.entries(envelope).reverse()) as typeof envelope;
    expect(envelopeHash(reversed)).toBe(envelopeHash(envelope));
    const changed = [
      { ...envelope, seq: 2 },
      { ...envelope, prevHash: 'a' },
      { ...envelope, payload: { ...envelope.payload, monto: toAmount(50_001) } },
      { ...envelope, occurredAt: '2026-11-21T10:00:00.001Z' },
    ];
    expect(new Set([envelope, ...changed].map((one) => envelopeHash(one))).size).toBe(5);
  });
});

describe('sentences', () => {
  it('exist for every refusal, in Spanish and not as a code', () => {
    for (const code of refusalCodes) expect(refusalSentence(code)).toMatch(/^[A-ZÁÉÍÓÚÑ][^_]+$/);
  });

  it.each([
    ['INSUFFICIENT_BALANCE', { left: 37_500 }, 'El saldo no alcanza. Quedan $37,500.'],
    ['INSUFFICIENT_BALANCE', { left: 3, symbol: '€' }, 'El saldo no alcanza. Quedan €3.'],
    ['INSUFFICIENT_BALANCE', {}, 'El saldo no alcanza.'],
    [
      'ACCOUNT_REJECTED',
      { reason: 'Falta el certificado.' },
      'Su cuenta fue rechazada: Falta el certificado. Comuníquese con quien aprueba su registro.',
    ],
    [
      'NOT_ENOUGH_POINTS',
      { left: 1_200 },
      'Los puntos no alcanzan. Hay 1,200; los de hoy se pueden canjear desde mañana.',
    ],
    ['REISSUE_TOO_EARLY', { left: 1 }, 'Se puede reponer en 1 minuto, o ya con un código del mercado.'],
    ['REISSUE_TOO_EARLY', { left: 9 }, 'Se puede reponer en 9 minutos, o ya con un código del mercado.'],
    ['TILL_MOVED', { left: 0 }, 'La caja cambió mientras contaba. Ahora se esperan $0.'],
    ['NOT_FOUND', { left: 7, max: 7, reason: 'otra' }, 'No se encontró lo que busca.'],
  ] as const)('of %s with %o: %s', (code, facts, sentence) => {
    expect(refusalSentence(code, facts)).toBe(sentence);
  });
});
