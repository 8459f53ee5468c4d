import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { Refused } from '../src/lib/api';
import { Asking } from '../src/lib/asking.svelte';

type Stage = { state: 'none' | 'waiting' | 'running' | 'done' };
const busy = (seconds: number) => new Refused({ message: 'Many wait. {seconds} s.', values: { seconds } }, 503);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const asking = (...answers: (Stage | Refused)[]) => {
  const next = (): Promise<Stage> => {
    const answer = answers.shift();
    return answer instanceof Refused ? Promise.reject(answer) : Promise.resolve(answer ?? { state: 'done' });
  };
  const [asked, looked] = [vi.fn(next), vi.fn(next)];
  return { it: new Asking<Stage>(asked, looked), asked, looked };
};

test('where too many ask it says so, asks again when it can go on, and then looks', async () => {
  const { it, asked, looked } = asking(busy(15), { state: 'waiting' }, busy(3), { state: 'running' });
  it.ask();
  await vi.advanceTimersByTimeAsync(14_900);
  expect(it.problem?.values).toEqual({ seconds: 15 });
  expect(asked).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(200);
  expect(asked).toHaveBeenCalledTimes(2);
  expect([it.problem, it.busy]).toEqual([null, true]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toHaveBeenCalledTimes(2);
  expect(looked.mock.calls.length).toBeGreaterThan(2);
  expect([it.problem, it.stage?.state]).toEqual([null, 'done']);
});

test.each([0, 502, 504])('what is asked for where nobody answers (%i) is asked for again', async (status) => {
  const away = new Refused({ message: 'Nobody is there.', values: {} }, status);
  const { it, asked, looked } = asking(away, away, { state: 'running' }, { state: 'done' });
  it.ask();
  await vi.advanceTimersByTimeAsync(1000);
  expect([it.unreached, it.problem]).toEqual([true, null]);
  await vi.advanceTimersByTimeAsync(9000);
  expect([it.unreached, it.stage?.state]).toEqual([false, 'done']);
  expect([asked.mock.calls.length, looked.mock.calls.length]).toEqual([3, 1]);
});

test('what goes on much later, or was refused for good, waits for whoever wants it; and nothing goes on after the end', async () => {
  for (const refused of [busy(300), new Refused({ message: 'No.', values: {} }, 403)]) {
    const { it, asked } = asking(refused);
    it.ask();
    await vi.advanceTimersByTimeAsync(900_000);
    expect(asked).toHaveBeenCalledTimes(1);
    expect(it.problem).not.toBe(null);
  }
  const { it, asked } = asking(busy(5));
  it.ask();
  it.end();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toHaveBeenCalledTimes(1);
});

test('a network that is gone while it is made costs nothing but the wait', async () => {
  const { it, looked } = asking({ state: 'running' }, new Refused({ message: 'Gone.', values: {} }, 0), new Refused({ message: '', values: {} }, 502));
  it.ask();
  await vi.advanceTimersByTimeAsync(400);
  expect([looked.mock.calls.length, it.unreached, it.busy]).toEqual([1, true, true]);
  await vi.advanceTimersByTimeAsync(30_000);
  expect([it.unreached, it.problem, it.stage?.state]).toEqual([false, null, 'done']);
});

test('what was asked for and is not there is asked for once more, and only once', async () => {
  const { it, asked, looked } = asking({ state: 'waiting' }, { state: 'none' }, { state: 'waiting' }, { state: 'done' });
  it.ask();
  await vi.advanceTimersByTimeAsync(1000);
  expect([asked.mock.calls.length, looked.mock.calls.length, it.stage?.state]).toEqual([2, 2, 'done']);
  const gone = asking({ state: 'waiting' }, { state: 'none' }, { state: 'waiting' }, { state: 'none' });
  gone.it.ask();
  await vi.advanceTimersByTimeAsync(10_000);
  expect([gone.asked.mock.calls.length, gone.it.stage?.state]).toEqual([2, 'none']);
  const seen = asking({ state: 'none' });
  seen.it.look();
  await vi.advanceTimersByTimeAsync(10_000);
  expect([seen.asked.mock.calls.length, seen.it.stage?.state]).toEqual([0, 'none']);
});

test('what somebody has taken back stays so', async () => {
  const { asked, looked } = asking({ state: 'waiting' }, { state: 'none' });
  const it = new Asking<Stage>(asked, looked, false);
  it.ask();
  await vi.advanceTimersByTimeAsync(10_000);
  expect([asked.mock.calls.length, it.stage?.state]).toEqual([1, 'none']);
});

test('an answer that comes late says nothing of what was asked since', async () => {
  let late: (stage: Stage) => void = () => undefined;
  const slow = new Promise<Stage>((answer) => (late = answer));
  const looked = vi.fn(() => (looked.mock.calls.length > 1 ? Promise.resolve<Stage>({ state: 'running' }) : slow));
  const it = new Asking<Stage>(() => Promise.resolve({ state: 'waiting' }), looked);
  it.look();
  it.ask();
  await vi.advanceTimersByTimeAsync(100);
  late({ state: 'done' });
  await vi.advanceTimersByTimeAsync(100);
  expect(it.stage?.state).toBe('waiting');
});
