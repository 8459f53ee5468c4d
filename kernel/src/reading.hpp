// Tables and states from the plain numbers that Python hands over. Numbers that cannot be are refused here, so
// that nothing behind has to check them.

#pragma once

#include "codes.hpp"
#include "restore.hpp"

namespace terminus {

inline void read_geometry(const nb::dict& from, Board& t) {
  const Rows ends = get<Rows>(from, "ends"), clash = get<Rows>(from, "clash"), passes = get<Rows>(from, "passes");
  const Numbers symbols = get<Numbers>(from, "symbols"), district = get<Numbers>(from, "district");
  t.stations = within(static_cast<int>(symbols.size()), kStations + 1, "stations");
  t.sections = within(static_cast<int>(ends.size()), kSections + 1, "sections");
  t.districts = within(get<int>(from, "districts"), kDistricts + 1, "districts");
  t.crossings = within(get<int>(from, "crossings"), kCrossings + 1, "crossings");
  for (int i = 0; i < t.stations; ++i) {
    t.symbols[i] = static_cast<uint8_t>(within(symbols[i], kSymbols, "symbols"));
    t.district[i] = static_cast<uint8_t>(within(district.at(i), t.districts, "district"));
  }
  for (int i = 0; i < t.sections; ++i) {
    for (int side = 0; side < 2; ++side) {
      t.ends[i][side] = static_cast<uint8_t>(within(ends[i].at(side), t.stations, "station"));
      t.onward[i][side] = kNone;
    }
    t.blocks[i] = section_set(clash.at(i), t);
    t.blocks[i].add(i);
    t.passes[i] = static_cast<uint32_t>(mask(passes.at(i), t.crossings, "crossing"));
    if (t.passes[i]) t.solo_track.add(i);
    for (const int crossing : passes[i]) t.through[crossing].add(i);
  }
  t.printed = section_set(get<Numbers>(from, "printed"), t);
  t.printed_line = mask(get<Numbers>(from, "printed_line"), t.stations, "station");
  for (const Numbers& row : get<Rows>(from, "onward"))
    t.onward[within(row.at(0), t.sections, "section")][within(row.at(1), 2, "side")] =
        static_cast<uint8_t>(within(row.at(2), t.sections, "section"));
}

inline void read_departures(const nb::dict& from, Board& t) {
  const Numbers departures = get<Numbers>(from, "departures");
  within(static_cast<int>(departures.size()) - kLines, 1, "departures");
  for (int i = 0; i < kLines; ++i) t.departures[i] = static_cast<uint8_t>(within(departures[i], t.stations, "station"));
}

inline void read_deck(const nb::dict& from, Board& t) {
  const Rows cards = get<Rows>(from, "cards");
  t.card_count = within(static_cast<int>(cards.size()), kCards + 1, "cards");
  uint32_t suits[kSuits]{};
  for (int i = 0; i < t.card_count; ++i) {
    const Numbers& card = cards[i];
    const uint32_t here = uint32_t{1} << i;
    t.cards[i] = {static_cast<uint8_t>(within(card.at(0), kSymbols, "symbols")), card.at(1) != 0};
    t.deck |= here;
    if (card.at(2)) t.switch_card |= here;
    if (!card.at(2) && !t.cards[i].symbols) throw std::invalid_argument("a card shows nothing");
    suits[within(card.at(3), kSuits, "suit")] |= here;
  }
  within(popcount(t.switch_card), 2, "switch cards");
  if (t.deck == t.switch_card) throw std::invalid_argument("a deck needs a card that makes a turn");
  const Numbers ends = get<Numbers>(from, "round_ends");
  within(static_cast<int>(ends.size()), kSuits + 1, "suits");
  bool covered = false;  // a suit without the switch that is at its end sooner than all that makes a turn
  for (size_t suit = 0; suit < ends.size(); ++suit)
    if (ends[suit]) {
      const int has = popcount(suits[suit]);
      t.endings[t.ending_count++] = {suits[suit], has - within(ends[suit], has + 1, "cards that end a round")};
      covered |= !(suits[suit] & t.switch_card);
    }
  if (!covered) t.endings[t.ending_count++] = {t.deck & ~t.switch_card, 0};
}

inline void read_mechanics(const nb::dict& from, Board& t) {
  t.switch_works = get<bool>(from, "switch_works");
  t.switch_from = get<int>(from, "switch_from");
  t.double_track = get<bool>(from, "double_track");
  t.guided = mask(get<Numbers>(from, "guided"), t.stations, "station");
}

inline void read_scoring(const nb::dict& from, Board& t) {
  for (const nb::handle entry : get<nb::list>(from, "scoring")) {
    const nb::dict figures = nb::cast<nb::dict>(entry);
    ScoreRule rule{};
    rule.rule = static_cast<Rule>(within(get<int>(figures, "rule"), count_of(kRuleNames), "rule"));
    rule.each = get<int>(figures, "each");
    rule.twice = get<int>(figures, "twice");
    rule.stations = mask(get<Numbers>(figures, "stations"), t.stations, "station");
    rule.sections = section_set(get<Numbers>(figures, "sections"), t);
    rule.values = get<Numbers>(figures, "values");
    if (rule.rule == Rule::kTourist && rule.values.empty()) throw std::invalid_argument("tourist: no boxes");
    if (rule.rule == Rule::kStamps) rule.values.resize(t.districts);
    t.scoring.push_back(rule);
  }
}

inline Tables read_tables(const nb::dict& from) {
  Tables t;
  if (get<int>(from, "format") != kFormat)
    throw std::invalid_argument("the tables have another format than this build of the kernel reads");
  read_geometry(from, t);
  read_departures(from, t);
  read_deck(from, t);
  read_mechanics(from, t);
  read_scoring(from, t);
  read_modules(get<nb::dict>(from, "modules"), t);
  derive(t);
  return t;
}

inline Reach read_reach(const Numbers& row, const Board& t) {
  Reach reach;
  reach.symbols = static_cast<uint8_t>(within(row.at(0), kSymbols, "symbols"));
  reach.anywhere = row.at(1) != 0;
  reach.alongside = row.at(2) != 0;
  reach.start = optional(row.at(3), t.stations, "station");
  reach.only = optional(row.at(4), t.sections, "section");
  return reach;
}

inline Prompt read_prompt(const nb::dict& from, const Board& t) {
  Prompt prompt;
  prompt.kind = static_cast<Kind>(within(get<int>(from, "kind"), count_of(kPromptNames), "prompt"));
  const Numbers reach = get<Numbers>(from, "reach"), beyond = get<Numbers>(from, "beyond");
  if (!reach.empty()) prompt.reach = read_reach(reach, t);
  prompt.has_beyond = !beyond.empty();
  if (prompt.has_beyond) prompt.beyond = read_reach(beyond, t);
  prompt.left = static_cast<uint8_t>(within(get<int>(from, "left"), kNone, "left"));
  prompt.required = get<bool>(from, "required");
  prompt.pair = optional(get<int>(from, "pair"), t.sections, "section");
  prompt.pair_target = optional(get<int>(from, "pair_target"), t.stations, "station");
  if (prompt.pair != kNone && prompt.pair_target == kNone) throw std::invalid_argument("a pair has no target");
  return prompt;
}

inline void read_sheet(const nb::dict& from, const Board& t, Seat& s) {
  const Rows sections = get<Rows>(from, "sections"), circled = get<Rows>(from, "circled"),
             doubled = get<Rows>(from, "doubled");
  const int in_hand = within(get<int>(from, "pencil"), kLines, "pencil");
  for (int i = 1; i <= kLines; ++i) {
    const int line = (in_hand + i) % kLines;  // the line in hand last: what is kept of it must stay
    const uint64_t circles = mask(circled.at(line), t.stations, "station");
    const uint32_t districts = static_cast<uint32_t>(mask(doubled.at(line), t.districts, "district"));
    if (!restore_line(t, s, line, section_set(sections.at(line), t), circles, districts))
      throw std::invalid_argument("the sections of a line do not grow from its departure");
  }
}

inline void read_progress(const nb::dict& from, const Board& t, Seat& s) {
  const Numbers pencils = get<Numbers>(from, "pencils");
  for (int i = 0; i < kRounds; ++i) s.pencils[i] = static_cast<uint8_t>(within(pencils.at(i), kLines, "pencil"));
  s.round = static_cast<uint8_t>(within(get<int>(from, "round"), kRounds + 1, "round"));
  s.turn = static_cast<uint8_t>(within(get<int>(from, "turn"), kNone, "turn"));
  s.remaining = static_cast<uint32_t>(mask(get<Numbers>(from, "remaining"), t.card_count, "card"));
  s.symbols = static_cast<uint8_t>(within(get<int>(from, "symbols"), kSymbols, "symbols"));
  s.joker = get<bool>(from, "joker");
  s.switched = get<bool>(from, "switched");
  s.done = get<bool>(from, "done");
  s.closing = get<bool>(from, "closing");
}

// A state from the numbers of terminus.kernel.positions.
inline State read_state(const nb::dict& from, const Tables& t) {
  State s = empty_state(t);
  read_modules(get<nb::dict>(from, "modules"), t, s);
  read_sheet(from, t, s);
  read_progress(from, t, s);
  const nb::list prompts = get<nb::list>(from, "prompts");
  s.prompt_count = static_cast<uint8_t>(within(static_cast<int>(nb::len(prompts)), kPrompts + 1, "prompts"));
  for (int i = 0; i < s.prompt_count; ++i) s.prompts[i] = read_prompt(nb::cast<nb::dict>(prompts[i]), t);
  if (s.done && s.turn > 0 && !s.over() && round_is_over(t, s)) next_round(t, s);
  return s;
}

}  // namespace terminus
