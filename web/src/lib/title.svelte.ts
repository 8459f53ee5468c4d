// What the window is called: each page by its own name, the house behind it.

const HOUSE = 'Terminus';

/** As long as the component stands that calls it; nothing to say leaves the house alone. */
export function title(text: () => string): void {
  $effect(() => {
    const name = text();
    document.title = name && name !== HOUSE ? `${name} · ${HOUSE}` : HOUSE;
  });
}
