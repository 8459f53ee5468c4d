// The photographs that this browser keeps, each by its drawing. Where it keeps nothing there are none.

import type { Point } from '../lib/types';

const [STORE, BASE] = ['photos', 'terminus-photos'];

export interface Laid {
  image: Blob;
  marks: Point[];
  shift: Point;
  scale: number;
  opacity: number;
}

const quietly = <T>(asked: Promise<T>): Promise<T | undefined> => asked.catch(() => undefined);

export const findPhoto = (id: string): Promise<Laid | undefined> => quietly(stored<Laid | undefined>('readonly', (store) => store.get(id)));
export const keepPhoto = (id: string, laid: Laid): Promise<unknown> => quietly(stored('readwrite', (store) => store.put(laid, id)));
export const dropPhoto = (id: string): Promise<unknown> => quietly(stored('readwrite', (store) => store.delete(id)));

/** Those of drawings that are no more go, too. */
export async function sweepPhotos(drawings: readonly string[]): Promise<void> {
  const ids = (await quietly(stored<IDBValidKey[]>('readonly', (store) => store.getAllKeys()))) ?? [];
  await Promise.all(ids.map(String).filter((id) => !drawings.includes(id)).map(dropPhoto));
}

function stored<T>(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest): Promise<T> {
  return new Promise((done, fail) => {
    const opening = indexedDB.open(BASE, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    opening.onerror = () => fail(opening.error);
    opening.onsuccess = () => {
      const asked = ask(opening.result.transaction(STORE, mode).objectStore(STORE));
      asked.onsuccess = () => done(asked.result as T);
      asked.onerror = () => fail(asked.error);
      asked.transaction?.addEventListener('complete', () => opening.result.close());
    };
  });
}
