import {
  deviceListSchema,
  deviceSchema,
  exposureSchema,
  type Device,
  type EnrolCommand,
  type Exposure,
  type OfflineLimitsCommand,
} from '#src/contract/device.ts';
import { call } from './call.ts';
import type { Outcome } from './outcome.ts';

/** Enrols this device, or the signed-in person as one more operator of it. */
export function enrolDevice(body: EnrolCommand): Promise<Outcome<Device>> {
  return call({ method: 'POST', path: '/devices/enroll', body, answer: deviceSchema, signedIn: true });
}

export function listDevices(): Promise<Outcome<Device[]>> {
  return call({ method: 'GET', path: '/devices', answer: deviceListSchema, signedIn: true });
}

export function renameDevice(body: { id: string; name: string }): Promise<Outcome<Device>> {
  return call({ method: 'POST', path: '/devices/rename', body, answer: deviceSchema, signedIn: true });
}

export function restoreDevice(body: { id: string }): Promise<Outcome<Device>> {
  return call({ method: 'POST', path: '/devices/restore', body, answer: deviceSchema, signedIn: true });
}

export function revokeDevice(body: { id: string }): Promise<Outcome<Device>> {
  return call({ method: 'POST', path: '/devices/revoke', body, answer: deviceSchema, signedIn: true });
}

/** The market's limits without a link, with what they can cost. */
export function readExposure(): Promise<Outcome<Exposure>> {
  return call({ method: 'GET', path: '/sync/limits', answer: exposureSchema, signedIn: true });
}

export function changeLimits(body: OfflineLimitsCommand): Promise<Outcome<Exposure>> {
  return call({ method: 'POST', path: '/sync/limits', body, answer: exposureSchema, signedIn: true });
}
