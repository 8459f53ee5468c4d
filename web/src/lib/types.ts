// What the server sends, as docs/protocol.md has it. Nothing here is decided by the page.

export type Cell = string;
export type Point = [number, number];
export type Symbol = 'circle' | 'square' | 'triangle' | 'pentagon';

export interface Station {
  cell: Cell;
  cells: Cell[];
  symbols: Symbol[];
  district: string;
  tags: string[];
}

export interface Section {
  name: string;
  a: Cell;
  b: Cell;
  path: Point[];
  tags: string[];
  passes: Cell[];
}

export interface Scoring {
  rule: string;
  figures: Record<string, unknown>;
}

export interface Modules {
  objectives: Record<string, { predicate: string } & Record<string, unknown>>;
  powers: string[];
  effects: string[];
  bonuses: string[];
  exclusive: string[];
}

export interface Board {
  id: string;
  name: string;
  columns: number;
  rows: number;
  lines: string[];
  grid: string[];
  stations: Station[];
  sections: Section[];
  departures: Record<string, Cell>;
  corners: Cell[];
  crossings: Record<Cell, string>;
  river: { name: string; course: Point[] } | null;
  loop: { colour: string; path: Point[] } | null;
  central_district: string | null;
  secondary_districts: string[];
  ratings: number[];
  joker: 'joker' | 'visit';
  scoring: Scoring[];
  rules: Scoring[];
  modules: Modules;
  bests: Partial<Record<'solo' | 'table', { total: number; game: string }>>;
}

export interface Line {
  sections: string[];
  stations: Cell[];
  ends: Cell[];
  circled: Cell[];
  doubled: string[];
}

export interface Sheet {
  lines: Record<string, Line>;
}

export interface LineScore {
  districts: number;
  stations: number;
  bonus: number;
  total: number;
}

export interface ScoreItem {
  rule: string;
  line: string | null;
  value: number;
  how: Record<string, unknown>;
}

export interface Score {
  total: number;
  lines: Record<string, LineScore>;
  extras: Record<string, number>;
  items: ScoreItem[];
}

export interface Seat {
  name: string;
  kind: 'person' | 'bot' | 'open';
  level: string | null;
  present: boolean;
  left: boolean;
  answered: boolean;
  pencil: string | null;
  pencils: string[];
  power_spent: boolean;
  sheet: Sheet | null; // null in the lobby, as is the score
  score: Score | null;
}

export interface Option {
  do: string;
  section: string | null;
  start: Cell | null;
  target: Cell | null;
  line: number | null;
  total: number | null;
}

export type Prompt = 'card' | 'second' | 'guided' | 'extension' | 'visit' | 'circle';

export interface Answer {
  actions: string[];
  sheet: Sheet;
  score: Score;
  prompt: Prompt | null;
  anywhere: boolean; // it may start at any station of the line
  alongside: boolean; // it may double a track
  options: Option[];
}

export interface ChatLine {
  seat: number;
  name: string;
  text: string | null;
  reaction: string | null;
  at: number;
}

/** A turn that was played for a seat: it could do nothing, its time was up, or it had left. */
export interface Notice {
  number: number;
  seat: number;
  round: number;
  turn: number;
  cards: string[];
  why: 'nothing' | 'clock' | 'stand-in';
}

export interface View {
  game: string;
  code: string;
  version: string;
  number: number;
  draft: number;
  phase: 'lobby' | 'playing' | 'over';
  board: string;
  modules: string[];
  clock: { seconds: number; ends_in: number | null } | null;
  stand_in: boolean;
  setup: { objectives: string[]; powers: Record<string, string>; gates: Record<Cell, string> };
  special: { symbol: Symbol; effect: string } | null;
  round: number | null; // null in the lobby, as are turn and controller
  turn: number | null;
  controller: number | null;
  turned: string[][];
  remaining: string[];
  underground_to_go: number | null;
  seats: Seat[];
  me: number | null;
  host: boolean;
  answer: Answer | null;
  notices: Notice[];
  chat: ChatLine[];
  result: { winners: number[]; solo: { score: number; rating: number; penalty: number } | null } | null;
  rematch: string | null;
}

export interface Step {
  event: string;
  round: number;
  turn: number;
  seat: number | null;
  cards: string[] | null;
  special: { symbol: Symbol; effect: string } | null;
  do: string[] | null;
  sheets: Sheet[];
  scores: Score[];
  turned: string[][];
  remaining: string[];
}

export interface Replay {
  view: View;
  steps: Step[];
}

export interface Summary {
  game: string;
  board: string;
  modules: string[];
  phase: View['phase'];
  seats: { name: string; kind: Seat['kind']; total: number | null }[];
  me: number | null;
  my_turn: boolean;
  code: string;
  at: number;
  won: boolean | null;
  total: number | null;
}

export interface Me {
  name: string;
  language: string | null;
  address: string;
  games: Summary[];
}

export interface Level {
  id: string;
  means: Record<string, number>; // by board; one that was never measured is missing
}

export interface NewGame {
  board: string;
  modules: string[];
  bots: string[];
  open: number;
  clock: number | null;
  start: boolean;
}

export interface Problem {
  message: string;
  values: Record<string, string | number>;
}
