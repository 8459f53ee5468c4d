// Whatever a template shows or speaks comes from a catalogue: no words of its own stand in it.

import { parse, type AST } from 'svelte/compiler';
import { expect, test } from 'vitest';

const sources = import.meta.glob<string>('../src/**/*.svelte', { query: '?raw', import: 'default', eager: true });
const SPOKEN = ['aria-label', 'aria-valuetext', 'aria-description', 'title', 'placeholder', 'alt', 'label'];
const NAMES = ['Terminus']; // what is called the same in every language
const WORDS = /\p{L}{2,}/u;

type Node = { type: string } & Record<string, unknown>;

/** The texts that an expression may come to be, as far as they stand in it. */
function literal(node: Node): string[] {
  const of = (...names: string[]) => names.flatMap((name) => literal(node[name] as Node));
  switch (node.type) {
    case 'Literal':
      return [String(node.value)];
    case 'ConditionalExpression':
      return of('consequent', 'alternate');
    case 'LogicalExpression':
      return node.operator === '&&' ? of('right') : of('left', 'right');
    case 'BinaryExpression':
      return of('left', 'right');
    case 'TemplateLiteral':
      return [
        ...(node.quasis as { value: { raw: string } }[]).map(({ value }) => value.raw),
        ...(node.expressions as Node[]).flatMap(literal),
      ];
    default:
      return [];
  }
}

function* shown(node: unknown): Generator<string> {
  if (Array.isArray(node)) for (const one of node) yield* shown(one);
  if (!node || typeof node !== 'object' || !('type' in node)) return;
  const { type, ...parts } = node as Node;
  if (type === 'Text') yield String(parts.data);
  else if (type === 'ExpressionTag') yield* literal(parts.expression as Node);
  else if (type === 'Attribute') {
    if (SPOKEN.includes(String(parts.name))) yield* shown(parts.value);
  } else if (type !== 'Comment' && type !== 'StyleDirective')
    for (const [name, part] of Object.entries(parts)) if (name !== 'expression') yield* shown(part);
}

const strangers = (source: string): string[] =>
  [...shown(parse(source, { modern: true }).fragment as AST.Fragment)]
    .map((text) => text.trim())
    .filter((text) => WORDS.test(text) && !NAMES.includes(text));

test('a word in a template is found, wherever it stands', () => {
  const source = `{#if a}<p title="Hello" class="x">{t('fine')} Loose <b>{a ? 'one' : \`two \${b}\`}</b></p>{/if}
    {#each list as one}<Thing label={'three'} aria-label="{a} four" data-x="no" />{/each}<i>{a === 'no' ? 1 : t('fine')}</i>`;
  expect(strangers(source)).toEqual(['Hello', 'Loose', 'one', 'two', 'three', 'four']);
});

test.each(Object.keys(sources))('%s says nothing that is in no catalogue', (path) => {
  expect(strangers(sources[path] ?? '')).toEqual([]);
});
