// The little of a browser that the page's own logic needs: an address, a visible document, events of the window.

import type { Environment } from 'vitest/runtime';

const STORED = new Map<string, string>();

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
      localStorage: {
        getItem: (key: string) => STORED.get(key) ?? null,
        setItem: (key: string, value: string) => STORED.set(key, value),
        removeItem: (key: string) => STORED.delete(key),
      },
      addEventListener: events.addEventListener.bind(events),
      removeEventListener: events.removeEventListener.bind(events),
      dispatchEvent: events.dispatchEvent.bind(events),
    });
    return { teardown: () => undefined };
  },
} satisfies Environment;
