// The screen stays on while somebody is at a table that is played, where the browser allows it (not over plain http).

const locksHere = (): WakeLock | undefined => (navigator as Partial<Navigator>).wakeLock;
/** Whether the screen can be held at all: not over plain http. */
export const canStayAwake = (): boolean => locksHere() !== undefined;

/** Holds the screen awake until the answer is called; takes hold again whenever the page comes back into sight. */
export function keepAwake(): () => void {
  const locks = locksHere();
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
