// A whole line in one drag: section after section as the finger comes to a station. Where it ran ahead of what is lit, its way
// is remembered until the section before is drawn.

import { distanceTo } from '../lib/geometry';
import type { Point } from '../lib/types';
import { dragged, gap, type Spot, type Walking } from '../sheet/options';

const THERE = 0.42; // cells from a station at which a finger has come to it

export class Walk implements Walking {
  #way: Point[] = [];
  walked = false; // it has come to some station

  constructor(readonly from: Point) {}

  /** The next section on the finger's way, if it has come to its end. */
  next(spots: readonly Spot[], point?: Point): Spot | null {
    if (point) this.#way.push(point);
    const come = this.#way.findIndex((at) => spots.some((spot) => spot.start && gap(spot.at, at) < THERE));
    if (come < 0) return null;
    const [there, middle] = [this.#way[come] as Point, this.#way[Math.floor(come / 2)] as Point];
    const far = ({ section }: Spot): number => (section ? distanceTo(middle, section.path) : 0);
    const reached = spots.filter((spot) => spot.start && gap(spot.at, there) < THERE).sort((a, b) => far(a) - far(b));
    this.#way = this.#way.slice(come + 1);
    this.walked = true;
    return reached[0] ?? null;
  }

  /** What is drawn if the finger lets go here: once it has drawn something, only a section of which more than half is done. */
  heading(spots: readonly Spot[], point: Point): Spot | null {
    if (!this.walked) return dragged(spots, this.from, point);
    const starts = spots.flatMap(({ start }) => (start ? [start] : []));
    const [start = this.from] = starts.sort((a, b) => gap(a, point) - gap(b, point));
    const spot = dragged(spots, start, point);
    return spot && gap(spot.at, point) < gap(start, point) ? spot : null;
  }
}
