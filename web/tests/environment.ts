// The little of a browser that the page's own logic needs: an address, a visible document, events of the window.

import type { Environment } from 'vitest/runtime';

function storage() {
  const stored = new Map<string, string>();
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
}

export default {
  name: 'page',
  viteEnvironment: 'client', // Svelte's runes as a browser has them
  setup(global) {
    const events = new EventTarget();
    const document = Object.assign(new EventTarget(), { visibilityState: 'visible', documentElement: { lang: 'en' } });
    Object.assign(global, {
      window: global,
      document,
      location: { origin: 'http://here', pathname: '/' },
      localStorage: storage(),
      sessionStorage: storage(),
      addEventListener: events.addEventListener.bind(events),
      removeEventListener: events.removeEventListener.bind(events),
      dispatchEvent: events.dispatchEvent.bind(events),
    });
    return { teardown: () => undefined };
  },
} satisfies Environment;
