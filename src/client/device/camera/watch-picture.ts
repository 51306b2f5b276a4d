/** A picture without a new frame for this long stands still. */
const stillMs = 2_000;

type Watched = { readonly video: HTMLVideoElement; readonly track: MediaStreamTrack };

/**
 * Calls `onStill` once when the page is visible and the picture gives no frame for 2 s: sleep and calls pause the
 * video or mute the track on iOS, and another program or a pulled plug ends it. Returns a function that stops
 * watching.
 */
export function watchPicture({ video, track }: Watched, onStill: () => void): () => void {
  let seen = -1;
  let timer = 0;
  const look = (): void => {
    const isStill = video.paused || track.muted || track.readyState === 'ended' || video.currentTime === seen;
    seen = video.currentTime;
    if (!isStill) return;
    stop();
    onStill();
  };
  const watch = (): void => {
    clearInterval(timer);
    seen = -1;
    if (document.visibilityState === 'visible') timer = window.setInterval(look, stillMs);
  };
  const stop = (): void => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', watch);
  };
  document.addEventListener('visibilitychange', watch);
  watch();
  return stop;
}
