// What the next game shall be; remembered between visits.

import type { NewGame } from '../lib/types';

export type Company = 'alone' | 'bots' | 'friends';
const KEY = 'terminus-wish';

export class NextGame {
  company = $state<Company>('alone');
  bots = $state(1);
  level = $state('medium');
  modules = $state<string[]>([]);

  constructor() {
    try {
      const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<NextGame>;
      this.bots = kept.bots ?? 1;
      this.level = kept.level ?? 'medium';
    } catch {
      localStorage.removeItem(KEY);
    }
  }

  game(board: string): NewGame {
    localStorage.setItem(KEY, JSON.stringify({ bots: this.bots, level: this.level }));
    const bots = this.company === 'bots' ? Array<string>(this.bots).fill(this.level) : [];
    const friends = this.company === 'friends';
    return { board, modules: this.modules, bots, open: friends ? 3 : 0, clock: null, start: !friends };
  }
}
