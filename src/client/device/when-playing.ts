/**
 * Resolves with the camera's track once its picture moves and html5-qrcode has begun to read it (it begins in its own
 * "playing" listener, which comes before ours). Rejects after 8 s without a picture.
 */
export function whenPlaying(video: HTMLVideoElement | null): Promise<MediaStreamTrack> {
  const stream = video?.srcObject;
  const track = stream instanceof MediaStream ? stream.getVideoTracks()[0] : undefined;
  if (!video || !track) return Promise.reject(new Error('no video'));
  // The preview follows its box: html5-qrcode fixes the width in pixels once and knows nothing of rotation.
  Object.assign(video.style, { width: '100%', height: '100%', objectFit: 'cover' });
  if (video.parentElement?.querySelector('canvas')) return Promise.resolve(track);
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the camera shows no picture')), 8000);
    video.addEventListener(
      'playing',
      () => {
        clearTimeout(timer);
        resolve(track);
      },
      { once: true },
    );
  });
}
