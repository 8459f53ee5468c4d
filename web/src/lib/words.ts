// What the server's ids are called. Sentences are marked with msg() here and translated where they are shown.

import { msg, t } from './i18n.svelte';
import type { Board } from './types';

type Words = Record<string, string>;
export interface Explained {
  name: string;
  about: string;
}

export const LINES: Words = {
  purple: msg('purple'),
  blue: msg('blue'),
  pink: msg('pink'),
  green: msg('green'),
  orange: msg('orange'),
  brown: msg('brown'),
};

export const FACES: Words = {
  circle: msg('circle'),
  square: msg('square'),
  triangle: msg('triangle'),
  pentagon: msg('pentagon'),
  joker: msg('joker'),
  visit: msg('visit'),
  switch: msg('switch'),
};

export const GROUNDS: Words = { street: msg('street'), underground: msg('underground') };

export const MODULES: Record<string, Explained> = {
  objectives: { name: msg('Shared objectives'), about: msg('Two goals for everyone, 10 points each at the end.') },
  powers: { name: msg('Pencil powers'), about: msg('Every pencil has a power of its own, good once a round.') },
  specials: { name: msg('Special stations'), about: msg('Each round one symbol has an effect whenever it is turned.') },
  gates: { name: msg('City gates'), about: msg('Reach a corner of the map and its bonus is yours.') },
};

export const POWERS: Record<string, Explained> = {
  'double-section': { name: msg('Double section'), about: msg('Draw two sections in this turn.') },
  joker: { name: msg('Joker'), about: msg('This turn’s card counts as a joker.') },
  switch: { name: msg('Switch'), about: msg('Start from any station of your line.') },
  'double-station': { name: msg('Double station'), about: msg('Circle a station of your line: it counts as two.') },
};

export const EFFECTS: Record<string, Explained> = {
  switch: { name: msg('Switch'), about: msg('Start from any station of your line.') },
  joker: { name: msg('Joker and double track'), about: msg('Go to any station, even beside another line.') },
  extension: { name: msg('Extension'), about: msg('After your section, go straight on to the next station.') },
  'double-station': { name: msg('Double station'), about: msg('The station you reach is circled: it counts as two.') },
};

export const BONUSES: Record<string, Explained> = {
  switch: {
    name: msg('Switch and free visit'),
    about: msg('One more section, from any station of your line to any station.'),
  },
  'double-visit': {
    name: msg('Double free visit'),
    about: msg('Two more sections, from the ends of your line to any station.'),
  },
  'double-district': { name: msg('Double district'), about: msg('This corner’s district counts as two.') },
  'double-station': { name: msg('Double station'), about: msg('Circle a station of your line: it counts as two.') },
};

export const PROMPTS: Words = {
  second: msg('Double section: draw the second one'),
  guided: msg('Guided visit: one more section from the monument'),
  extension: msg('Extension: go straight on'),
  visit: msg('City gate: one more section, to any station'),
  circle: msg('Circle a station of your line: it counts as two'),
};

export const EXTRAS: Words = {
  tourist: msg('Tourist sites'),
  stamps: msg('Stamps'),
  loop: msg('Loop'),
  crossings: msg('Crossings'),
  interchanges: msg('Interchanges'),
  objectives: msg('Objectives'),
};

export const EXTRAS_ABOUT: Words = {
  tourist: msg('Tourist sites: mark a box each time one of your lines reaches one.'),
  stamps: msg('Stamps: an outer district is stamped once two of your lines meet in it.'),
  loop: msg('Loop: points are lost for each of its stations that none of your lines serves.'),
  crossings: msg('Crossings: points for each one passed once, more for those passed both ways.'),
  interchanges: msg('Interchanges: stations on several lines, the more lines the better.'),
  objectives: '',
};

export const BONUS_COLUMNS: Words = { river: msg('under the river'), monument: msg('monuments') };

export const BONUS_ABOUT: Words = {
  river: msg('+{points} for each section under the river'),
  monument: msg('+{points} for each monument'),
};

export const LEVELS: Words = { easy: msg('easy'), medium: msg('medium'), hard: msg('hard'), expert: msg('expert') };

export const VERDICTS = [
  { name: msg('Still on the platform'), about: msg('The train has left. The next one is yours.') },
  { name: msg('Branch line'), about: msg('It runs, on weekdays, if the weather holds.') },
  { name: msg('City network'), about: msg('People get to work on time. Mostly.') },
  { name: msg('Express'), about: msg('They change trains at your stations and like it.') },
  { name: msg('Metropolis'), about: msg('Other cities ask to see your drawings.') },
  { name: msg('Legend of the network'), about: msg('One day a station will bear your name.') },
];

const TAGGED: Words = {
  tourist: msg('{count} tourist sites'),
  monument: msg('{count} monuments'),
  loop: msg('{count} stations of the loop'),
  river: msg('{count} sections under the river'),
};

/** An objective in a sentence, made from its predicate and figures. */
export function objective(board: Board, name: string): string {
  const given = board.modules.objectives[name];
  const figure = (key: string): number => Number(given?.[key] ?? 0);
  switch (given?.predicate) {
    case 'stations-on-lines':
      return figure('stations') === 1
        ? t('One station on at least {lines} lines', { lines: figure('lines') })
        : t('{stations} stations on at least {lines} lines each', {
            stations: figure('stations'),
            lines: figure('lines'),
          });
    case 'every-district':
      return t('A station in every district');
    case 'central-district':
      return t('Every station of the central district');
    case 'whole-main-district':
      return t('Every station of one main district');
    case 'tagged-stations':
      return t(TAGGED[String(given.tag)] ?? name, { count: figure('stations') });
    case 'tagged-sections':
      return t(TAGGED[String(given.tag)] ?? name, { count: figure('sections') });
    case 'stamps':
      return t('{count} stamps', { count: figure('stamps') });
    case 'long-line':
      return t('One line with stations in {count} districts', { count: figure('districts') });
    case 'double-crossings':
      return t('{count} crossings passed twice', { count: figure('crossings') });
    default:
      return name;
  }
}

/** A word for an id, or the id itself where we have none. */
export const word = (words: Words, id: string): string => t(words[id] ?? id);

export const lineName = (board: Board, line: string): string =>
  t('line {number}, {colour}', { number: board.lines.indexOf(line) + 1, colour: word(LINES, line) });
