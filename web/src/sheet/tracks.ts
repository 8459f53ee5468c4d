// Where the ink of a sheet lies: one track for each line's section, side by side where two share one.

import { beside, roundedPath } from '../lib/geometry';
import type { Board, Section, Sheet } from '../lib/types';

export interface Track {
  key: string;
  line: string;
  index: number;
  path: string;
  narrow: boolean;
}

const GAP = 0.085;

export function trackPath(section: Section, side: number): string {
  return roundedPath(side ? beside(section.path, side * GAP) : section.path, 0.3);
}

/** Which lines run on each section, the printed loop first. */
function runs(board: Board, sheet: Sheet): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const section of board.sections) if (section.tags.includes('loop')) found.set(section.name, ['']);
  for (const line of board.lines) {
    for (const name of sheet.lines[line]?.sections ?? []) found.set(name, [...(found.get(name) ?? []), line]);
  }
  return found;
}

export function tracks(board: Board, sheet: Sheet): Track[] {
  const sections = new Map(board.sections.map((section) => [section.name, section]));
  const found: Track[] = [];
  for (const [name, lines] of runs(board, sheet)) {
    const section = sections.get(name);
    if (!section) continue;
    lines.forEach((line, place) => {
      if (!line) return;
      const pair = lines.length > 1;
      const beyondLoop = lines[0] === '';
      const side = !pair ? 0 : beyondLoop ? 2.1 : place * 2 - 1;
      const path = trackPath(section, side);
      found.push({ key: `${line} ${name}`, line, index: board.lines.indexOf(line), path, narrow: pair });
    });
  }
  return found.sort((a, b) => a.index - b.index);
}
