// A WebSocket whose other end is the test: it sees what the page sends, answers, and closes as a server would.

import type { FromServer, ToServer, View } from '../src/lib/types';

type Order = Extract<ToServer, { type: 'command' }>;

export class FakeSocket {
  static made: FakeSocket[] = [];
  static get last(): FakeSocket {
    return FakeSocket.made[FakeSocket.made.length - 1] as FakeSocket;
  }

  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  readonly sent: ToServer[] = [];
  closed = false;

  constructor(readonly url: string) {
    FakeSocket.made.push(this);
  }

  send(text: string): void {
    if (this.closed) throw new Error('sent into a closed socket');
    this.sent.push(JSON.parse(text) as ToServer);
  }

  close(): void {
    this.closed = true;
  }

  get commands(): Order[] {
    return this.sent.filter((frame) => frame.type === 'command');
  }

  open(): this {
    this.onopen?.();
    return this;
  }

  says(frame: FromServer): this {
    this.onmessage?.({ data: JSON.stringify(frame) });
    return this;
  }

  shows(view: Partial<View>): this {
    return this.says({ type: 'view', view: view as View });
  }

  takes(order: Order | undefined): this {
    return this.says({ type: 'ack', key: order?.key ?? '', number: 1, draft: 1 });
  }

  drops(code = 1006): this {
    this.closed = true;
    this.onclose?.({ code });
    return this;
  }
}
