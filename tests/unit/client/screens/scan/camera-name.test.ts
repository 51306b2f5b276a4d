import { expect, test } from 'vitest';
import { cameraName } from '#src/client/screens/scan/camera-view.tsx';

test.each([
  [
    ['camera2 0, facing back', 'camera2 1, facing front'],
    ['Cámara trasera', 'Cámara frontal'],
  ],
  [
    ['facing back', 'facing front', 'facing back', 'facing back'],
    ['Trasera 1', 'Cámara frontal', 'Trasera 2', 'Trasera 3'],
  ],
  [
    ['HD Webcam', 'USB 2.0'],
    ['Cámara 1', 'Cámara 2'],
  ],
])('tells the cameras %j apart', (labels, names) => {
  const cameras = labels.map((label, place) => ({ id: String(place), label }));
  expect(cameras.map((_camera, place) => cameraName(cameras, place))).toEqual(names);
});
