// What is remembered for convenience. A browser that is full, or keeps nothing, keeps nobody from playing: it then holds as long
// as the page is open.

export function remember(key: string, text: string, where: 'localStorage' | 'sessionStorage' = 'localStorage'): void {
  try {
    globalThis[where].setItem(key, text);
  } catch {
    // as said
  }
}
