"""Whether a page fits its screen: nothing leaves it at a side, and no words or buttons lie over others."""

from playwright.sync_api import Page

# Each line of text and each thing to press is a box. Boxes that stand at one height of the page (in the flow,
# or in one bar that sticks to the screen) must not overlap, and words stay in their button. What is only
# there to be pressed and shows nothing of its own may be larger than its sign.
FAULTS = """() => {
  const SLACK = 2;
  const seen = (node) => node.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    && !node.closest('svg, option, .sr') && getComputedStyle(node).clipPath === 'none';
  const layer = (node) => {
    for (let up = node; up; up = up.parentElement)
      if (['fixed', 'sticky', 'absolute'].includes(getComputedStyle(up).position)) return up;
    return null;
  };
  const clip = (node, box) => {  // what a list that scrolls hides is not there
    let { left, top, right, bottom } = box;
    for (let up = node.parentElement; up && up !== document.body; up = up.parentElement) {
      const style = getComputedStyle(up);
      if (style.overflowX === 'visible' && style.overflowY === 'visible') continue;
      const edge = up.getBoundingClientRect();
      [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
      [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)];
    }
    return { left, top, right, bottom };
  };
  const root = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
  const boxes = [];
  const add = (node, box, name, words) => {
    const part = clip(node, box);
    if (part.right - part.left < 1 || part.bottom - part.top < 1) return;
    const bare = !words && getComputedStyle(node).backgroundColor === 'rgba(0, 0, 0, 0)';
    boxes.push({ node, name, words, bare, layer: layer(node), ...part });
  };
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode;
    if (!text.data.trim() || !seen(text.parentElement)) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const name = `«${text.data.trim().slice(0, 40)}»`;
    for (const box of range.getClientRects()) add(text.parentElement, box, name, true);
  }
  for (const node of [...root.querySelectorAll('button, a[href], select, input')].filter(seen))
    for (const box of node.getClientRects()) add(node, box, node.outerHTML.slice(0, 70), false);
  const found = [];
  const wide = document.documentElement.scrollWidth;
  if (wide > innerWidth + 1) found.push(`the page is ${wide} wide on ${innerWidth}`);
  for (const box of boxes) {
    if (box.left < -SLACK || box.right > innerWidth + SLACK) found.push(`${box.name} leaves the screen`);
    const button = box.node.closest('button, a.pill');
    const edge = button && button !== box.node && button.getBoundingClientRect();
    if (edge && (box.left < edge.left - SLACK || box.right > edge.right + SLACK))
      found.push(`${box.name} leaves its button`);
  }
  boxes.forEach((one, i) => {
    for (const other of boxes.slice(i + 1)) {
      const nested = one.node.contains(other.node) || other.node.contains(one.node);
      const sign = (one.bare && other.words) || (other.bare && one.words);
      if (one.layer !== other.layer || nested || sign) continue;
      const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      const line = Math.min(one.bottom - one.top, other.bottom - other.top);
      if (across > SLACK && down > Math.max(SLACK, line * 0.3))
        found.push(`${one.name} lies over ${other.name}`);
    }
  });
  return [...new Set(found)];
}"""


def faults(page: Page) -> list[str]:
    found: list[str] = page.evaluate(FAULTS)
    return found
