// Where a bubble about a place stands: above or below it, on the sheet, over as few of the places that matter as can be.

import type { Point } from '../lib/types';

export interface Box {
  left: number;
  top: number;
}

const STEP = 0.5; // cells between one try and the next
const NEAR = 0.45; // of a place's middle: so far a bubble covers it

const steps = (from: number, to: number): number[] =>
  from > to ? [] : [...Array.from({ length: Math.ceil((to - from) / STEP) }, (_, n) => from + n * STEP), to];

interface Bubble {
  size: Point; // of the bubble
  sheet: [start: Point, end: Point]; // its corners
  above: number; // where the bubble must end, or
  below: number; // where it must begin
  at: Point; // as near as can be to this
}

/** All in cells. The bubble is no higher than the larger of the two rooms. */
export function beside({ size: [width, height], sheet: [start, end], above, below, at }: Bubble, places: Point[]): Box {
  const tops = [...steps(below, end[1] - height), ...steps(start[1], above - height)];
  const lefts = steps(start[0], end[0] - width);
  const cost = ({ left, top }: Box): number => {
    const inside = ([x, y]: Point): boolean =>
      x > left - NEAR && x < left + width + NEAR && y > top - NEAR && y < top + height + NEAR;
    const far = Math.hypot(left + width / 2 - at[0], top + height / 2 - at[1]);
    return 100 * places.filter(inside).length + far;
  };
  const boxes = tops.flatMap((top) => lefts.map((left) => ({ left, top })));
  return boxes.reduce((best, box) => (cost(box) < cost(best) ? box : best), boxes[0] ?? { left: start[0], top: start[1] });
}
