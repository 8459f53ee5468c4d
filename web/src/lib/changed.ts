// A view into which values were put by path (`number`, `seats/0/score`). What did not change stays the very same object,
// so that nothing is drawn anew for it.

type Values = Record<string, unknown>;

export function changed<T>(view: T, values: Values): T {
  return Object.entries(values).reduce((made, [path, value]) => put(made, path.split('/'), value) as T, view);
}

function put(into: unknown, [name, ...rest]: string[], value: unknown): unknown {
  if (name === undefined) return value;
  const copy = (Array.isArray(into) ? [...into] : { ...(into as Values) }) as Values;
  copy[name] = put(copy[name], rest, value);
  return copy;
}
