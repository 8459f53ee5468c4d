// The screen stays on while somebody is at a table that is played, where the browser allows it (not over plain http).

/** Holds the screen awake until the answer is called; takes hold again whenever the page comes back into sight. */
export function keepAwake(): () => void {
  const locks = (navigator as Partial<Navigator>).wakeLock;
  if (!locks) return () => undefined;
  let held: Promise<WakeLockSentinel | null> | null = null;
  const take = (): void => {
    if (document.visibilityState === 'visible') held = locks.request('screen').catch(() => null); // a low battery refuses
  };
  document.addEventListener('visibilitychange', take);
  take();
  return () => {
    document.removeEventListener('visibilitychange', take);
    void held?.then((lock) => lock?.release());
  };
}
