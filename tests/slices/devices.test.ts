import { describe, expect, it } from 'vitest';
import type { Device } from '#src/contract/devices/schemas.ts';
import type { VoucherId } from '#src/protocol/brands.ts';
import type { KeySet } from '#src/protocol/keys.ts';
import { certificateText } from '#src/protocol/signed-texts.ts';
import { verifyVoucher } from '#src/protocol/verify-voucher.ts';
import { isSignedBy, verifyP256 } from '#src/server/journal/envelopes/crypto.ts';
import { SignedDevice } from '#tests/support/device/signed-device.ts';
import { marketForSuite } from '#tests/support/for-suite.ts';
import { managerOf } from '#tests/support/market/open-market.ts';
import type { Asker } from '#tests/support/market/two-markets.ts';

describe('devices and voucher keys', () => {
  const place = marketForSuite();

  const list = async (by: Asker): Promise<string[]> => {
    const answer = await place.as(by, '/devices');
    return (answer.body as unknown as Device[]).map(({ _id }) => _id);
  };
  const enrol = (device: SignedDevice, by: Exclude<Asker, 'nobody'>, change: object = {}) =>
    device.enrol(place.market.ids[by], place.market.tokens[by], change, managerOf(place.market, by));
  const post = (path: string, body: object, by: Asker) => place.as(by, path, body);
  const keys = async (): Promise<KeySet> =>
    (await place.as('nobody', '/sync/keys')).body as unknown as KeySet;

  it('enrols a device once, with a second operator, and never for another market or key', async () => {
    const device = new SignedDevice(place.app);
    const first = await enrol(device, 'ESTANTE');
    expect(first.status).toBe(201);
    expect(first.body).toMatchObject({
      _id: device.id,
      name: 'Tableta 7',
      operators: [{ name: 'Rosalba', userType: 'ESTANTE' }],
      ackSeq: 0,
      owes: { count: 0, seqs: [] },
      lastSeenAt: null,
      incidents: [],
    });
    const second = await enrol(device, 'RECARGA', { name: 'Otro nombre' });
    expect(second.body).toMatchObject({ name: 'Tableta 7', operators: [{}, { userType: 'RECARGA' }] });
    expect((await enrol(device, 'other ESTANTE')).body['code']).toBe('DEVICE_OF_ANOTHER_MARKET');
    const thief = new SignedDevice(place.app);
    Object.assign(thief, { id: device.id });
    expect((await enrol(thief, 'ESTANTE')).body['code']).toBe('DEVICE_PROOF_INVALID');
    const proof = thief.sign('something else');
    expect((await enrol(device, 'ESTANTE', { proof })).body['code']).toBe('DEVICE_PROOF_INVALID');
    const half = new SignedDevice(place.app);
    Object.assign(half, { id: `${device.id.slice(0, 18)}${half.id.slice(18)}` });
    expect((await enrol(half, 'ESTANTE')).body['code']).toBe('DEVICE_PROOF_INVALID');
  });

  it('shows each caller only its own', async () => {
    const [mine, theirs] = [await place.stallDevice(), await place.otherStallDevice()];
    for (const by of ['ADMIN', 'GLOBAL_MARKET', 'ESTANTE'] as const)
      expect(await list(by)).toContain(mine.id);
    expect(await list('ADMIN')).toContain(theirs.id);
    for (const by of ['GLOBAL_MARKET', 'ESTANTE', 'RECARGA'] as const)
      expect(await list(by)).not.toContain(theirs.id);
    expect(await list('RECARGA')).not.toContain(mine.id);
    for (const path of ['/devices/revoke', '/devices/rename'])
      expect((await post(path, { id: mine.id, name: 'x' }, 'other GLOBAL_MARKET')).status).toBe(404);
    const renamed = await post('/devices/rename', { id: mine.id, name: 'Mesa 2' }, 'GLOBAL_MARKET');
    expect(renamed.body['name']).toBe('Mesa 2');
  });

  it('revokes permanently: no list and no enrolment, and all its operators see it', async () => {
    const device = await place.kiosk();
    expect((await keys()).kiosks.map(({ deviceId }) => deviceId)).toContain(device.id);
    const revoked = await post('/devices/revoke', { id: device.id }, 'ADMIN');
    expect(revoked.body['revokedAt']).toEqual(expect.any(String));
    expect((await post('/devices/revoke', { id: device.id }, 'GLOBAL_MARKET')).body).toEqual(revoked.body);
    const published = await keys();
    expect(published.kiosks.map(({ deviceId }) => deviceId)).not.toContain(device.id);
    expect(published.revokedDevices).toContain(device.id);
    expect((await enrol(device, 'RECARGA')).body['code']).toBe('DEVICE_REVOKED');
  });

  it('publishes keys with which a stall trusts vouchers of server and kiosk, before and after a rotation', async () => {
    const kiosk = await place.kiosk();
    const old = await place.issue(5_000);
    const ids = (voucher: { codeQrUuid: VoucherId; userId: string }) => ({
      voucherId: voucher.codeQrUuid,
      ownerId: voucher.userId,
    });
    const rotated = await place.as('ADMIN', '/sync/keys/rotate', {});
    expect(rotated.status).toBe(200);
    expect((await place.as('ADMIN', '/auditoria?kind=keys-rotated')).body['items']).toHaveLength(1);
    const set = await keys();
    expect(set.keys.map(({ kid, retired }) => [kid, retired])).toEqual([
      [1, true],
      [2, false],
    ]);
    const now = Date.now();
    const believed = await verifyVoucher(old.proof, ids(old), set, now, verifyP256);
    expect(believed).toMatchObject({ ok: true, proof: { face: 5_000, expiresAt: null } });
    const forged = await verifyVoucher(old.proof, { ...ids(old), ownerId: kiosk.id }, set, now, verifyP256);
    expect(forged).toEqual({ ok: false, fault: 'BAD_SIGNATURE' });
    const certificate = set.kiosks.find(({ deviceId }) => deviceId === kiosk.id);
    if (!certificate) throw new Error('the kiosk has no certificate');
    const { sig, ...facts } = certificate;
    const current = set.keys.find(({ kid }) => kid === certificate.kid)?.publicKey ?? '';
    expect(certificate.kid).toBe(2);
    expect(await isSignedBy(verifyP256, current, certificateText(facts), sig)).toBe(true);
    const proof = kiosk.kioskProof(old.codeQrUuid, old.userId, 100_000);
    expect(await verifyVoucher(proof, ids(old), set, now, verifyP256)).toMatchObject({ ok: true });
    const week = now + 7 * 86_400_000 + 60_000;
    expect(await verifyVoucher(proof, ids(old), set, week, verifyP256)).toEqual({
      ok: false,
      fault: 'CERTIFICATE_EXPIRED',
    });
  });

  it('signs a certificate once an hour, and shows a revocation to the next reader, however many read at once', async () => {
    const [device, other] = [await place.kiosk(), await place.kiosk()];
    const certificateOf = async (id: string) => (await keys()).kiosks.find(({ deviceId }) => deviceId === id);
    const [first, again] = [await certificateOf(other.id), await certificateOf(other.id)];
    expect([first?.sig, again?.sig]).toEqual([expect.any(String), first?.sig]);
    const notAfter = Date.parse(first?.notAfter ?? '');
    expect(notAfter % 3_600_000).toBe(0);
    expect(Math.ceil((notAfter - Date.now()) / 3_600_000)).toBe(7 * 24);
    const reads = Array.from({ length: 16 }, keys);
    await post('/devices/revoke', { id: device.id }, 'ADMIN');
    expect([await certificateOf(device.id), await certificateOf(other.id)]).toEqual([undefined, first]);
    await Promise.all(reads);
  });

  it('records decisions about devices and keys, once each', async () => {
    const device = await place.stallDevice();
    await enrol(device, 'ESTANTE');
    for (const by of ['GLOBAL_MARKET', 'ADMIN'] as const)
      await post('/devices/revoke', { id: device.id }, by);
    const rows = await place.rowsOf<{ kind: string; actor_id: string }>(
      'select kind, actor_id from decision where subject_id = $1 order by recorded_at, id',
      device.id,
    );
    expect(rows).toEqual([
      { kind: 'device-enrolled', actor_id: place.market.ids['ESTANTE'] },
      { kind: 'device-approved', actor_id: place.market.ids['GLOBAL_MARKET'] },
      { kind: 'device-revoked', actor_id: place.market.ids['GLOBAL_MARKET'] },
    ]);
  });

  it('restores a wrongly revoked device, only for its own market', async () => {
    const device = await place.stallDevice();
    await post('/devices/revoke', { id: device.id }, 'GLOBAL_MARKET');
    expect((await device.sync([])).device.state).toBe('revoked');
    expect((await post('/devices/restore', { id: device.id }, 'other GLOBAL_MARKET')).status).toBe(404);
    expect((await post('/devices/restore', { id: device.id }, 'GLOBAL_MARKET')).status).toBe(200);
    expect((await device.sync([])).device.state).toBe('active');
    expect((await enrol(device, 'ESTANTE')).status).toBe(201);
  });
});
