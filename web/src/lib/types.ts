// The server's shapes by the names that the page calls them. `schema.ts` is written from the server itself
// (tools/page.sh), so whatever the page expects and the server does not send is an error of `make test`.

export type {
  AnswerView as Answer,
  BoardView as Board,
  Calls,
  Command,
  Example,
  FigureView as Figure,
  FromServer,
  GameRecord,
  ItemView as ScoreItem,
  LessonInfo,
  LessonView as Lesson,
  Level,
  Me,
  Module,
  Moment,
  NewGame,
  NewTable,
  Notice,
  Option,
  PageView as RulePage,
  Problem,
  Reason,
  Replay,
  RuleView as Rule,
  SaidView as Said,
  ScoreView as Score,
  SeatView as Seat,
  SectionView as Section,
  SheetView as Sheet,
  StationView as Station,
  Step,
  Summary,
  TokenView as Token,
  ToServer,
  View,
  Way,
  Why,
  WhereView as Where,
} from './schema';

export type Figures = Record<string, import('./schema').FigureView>;
export type Cell = string;
export type Point = [number, number];
