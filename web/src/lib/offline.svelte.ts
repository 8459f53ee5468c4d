// Without a network: the worker keeps the shell, and the page says what of it works.

const state = $state({ off: navigator.onLine === false });
addEventListener('online', () => (state.off = false));
addEventListener('offline', () => (state.off = true));

export const isOffline = (): boolean => state.off;

/** The worker comes once the page has nothing better to do. Over plain http in a local network there is none, and nothing is missing. */
export function keepShell(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const register = (): void =>
    void navigator.serviceWorker
      .register('/worker.js', { updateViaCache: 'none' })
      .then((known) => known.update()) // browsers look for a new one when they please
      .catch(() => undefined);
  if (document.readyState === 'complete') register();
  else addEventListener('load', register, { once: true });
}
