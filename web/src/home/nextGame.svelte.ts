// What the next game shall be; remembered between visits.

import { remember } from '../lib/remember';
import type { NewGame } from '../lib/types';

const COMPANIES = ['alone', 'bots', 'friends'] as const;
export type Company = (typeof COMPANIES)[number];
const KEY = 'terminus-wish';

export class NextGame {
  company = $state<Company>('alone');
  bots = $state(1);
  level = $state('medium');
  modules = $state<string[]>([]);

  constructor() {
    try {
      const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<NextGame>;
      this.company = COMPANIES.find((one) => one === kept.company) ?? 'alone';
      this.bots = kept.bots ?? 1;
      this.level = kept.level ?? 'medium';
      this.modules = kept.modules ?? [];
    } catch {
      localStorage.removeItem(KEY);
    }
  }

  game(board: string): NewGame {
    const { company, level, modules } = this;
    remember(KEY, JSON.stringify({ company, bots: this.bots, level, modules }));
    const bots = this.company === 'bots' ? Array<string>(this.bots).fill(this.level) : [];
    const friends = this.company === 'friends';
    return { board, modules: this.modules, bots, open: friends ? 3 : 0, clock: null, start: !friends };
  }
}
