// Help while one plays alone: whether it is shown on this page. That a game had help the server knows, and never forgets.

let hidden = $state(false);

export const isShown = (): boolean => !hidden;
export function show(on: boolean): void {
  hidden = !on;
}
