// The little of a browser that the page's own logic needs: an address, a visible document, events of the window.

import type { Environment } from 'vitest/runtime';

/** What is stored can be listed as in a browser, where it stands on the storage itself. */
class Stored {
  [key: string]: unknown;
  getItem(key: string): string | null {
    return Object.hasOwn(this, key) ? (this[key] as string) : null;
  }
  setItem(key: string, value: string): void {
    this[key] = value;
  }
  removeItem(key: string): void {
    delete this[key];
  }
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
      localStorage: new Stored(),
      sessionStorage: new Stored(),
      addEventListener: events.addEventListener.bind(events),
      removeEventListener: events.removeEventListener.bind(events),
      dispatchEvent: events.dispatchEvent.bind(events),
    });
    return { teardown: () => undefined };
  },
} satisfies Environment;
