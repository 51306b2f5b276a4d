import { expect, test } from 'vitest';
import { cameraErrorCode } from '#src/client/device/camera/cameras.ts';

// @vitest-environment node

test.each([
  ['Error getting userMedia, error = NotAllowedError: Permission denied', 'CAMERA_DENIED'],
  ['Error getting userMedia, error = NotFoundError: Requested device not found', 'CAMERA_ABSENT'],
  ['Error getting userMedia, error = OverconstrainedError', 'CAMERA_ABSENT'],
  ['Error getting userMedia, error = NotReadableError: Could not start video source', 'CAMERA_BUSY'],
  ['Camera streaming not supported by the browser.', 'CAMERA_INSECURE'],
  [new DOMException('no', 'NotReadableError'), 'CAMERA_BUSY'],
  [new Error('the camera shows no picture'), 'CAMERA_FAILED'],
  [undefined, 'CAMERA_FAILED'],
])('%s is %s', (thrown, code) => {
  expect(cameraErrorCode(thrown)).toBe(code);
});
