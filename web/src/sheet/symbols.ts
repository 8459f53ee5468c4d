// The shapes of stations, drawn to look equally large.

import type { Point } from '../lib/types';

function polygon(corners: number, radius: number, turn: number, dy = 0): string {
  const points = Array.from({ length: corners }, (_, i): Point => {
    const angle = turn + (i * 2 * Math.PI) / corners;
    return [radius * Math.sin(angle), dy - radius * Math.cos(angle)];
  });
  return `M${points.map(([x, y]) => `${x.toFixed(3)} ${y.toFixed(3)}`).join('L')}Z`;
}

export const SYMBOLS = ['circle', 'square', 'triangle', 'pentagon'];

export function shape(symbol: string, r: number): string {
  switch (symbol) {
    case 'circle':
      return `M${-r} 0a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0Z`;
    case 'square':
      return polygon(4, r * 1.24, Math.PI / 4);
    case 'triangle':
      return polygon(3, r * 1.36, 0, r * 0.2);
    case 'pentagon':
      return polygon(5, r * 1.14, 0, r * 0.04);
    default: // of a city that has symbols of its own
      return polygon(6, r * 1.1, 0);
  }
}

/** A station that shows every symbol: a star of eight points. */
export function star(r: number, inner = 0.72, points = 8): string {
  const corners = Array.from({ length: points * 2 }, (_, i): string => {
    const angle = (i * Math.PI) / points;
    const radius = i % 2 ? r * inner : r * 1.2;
    return `${(radius * Math.sin(angle)).toFixed(3)} ${(-radius * Math.cos(angle)).toFixed(3)}`;
  });
  return `M${corners.join('L')}Z`;
}

/** The edge of a postage stamp or a seal: round scallops. */
export function seal(r: number, scallops = 12): string {
  const step = (2 * Math.PI) / scallops;
  const at = (i: number): string => `${(r * Math.sin(i * step)).toFixed(3)} ${(-r * Math.cos(i * step)).toFixed(3)}`;
  const bulge = (r * step * 0.52).toFixed(3);
  const arcs = Array.from({ length: scallops }, (_, i) => `A${bulge} ${bulge} 0 0 1 ${at(i + 1)}`);
  return `M${at(0)}${arcs.join('')}Z`;
}
