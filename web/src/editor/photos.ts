// The photographs that this browser keeps, each by its drawing. Where it keeps nothing there are none.

import type { Point } from '../lib/types';

const [STORE, BASE] = ['photos', 'terminus-photos'];

export interface Laid {
  image: Blob;
  marks: Point[];
  shift: Point;
  scale: number;
  opacity: number;
  straightening?: boolean; // its corners are still looked for
}

const quietly = <T>(asked: Promise<T>): Promise<T | undefined> => asked.catch(() => undefined);

export const findPhoto = (id: string): Promise<Laid | undefined> => quietly(stored<Laid | undefined>('readonly', (store) => store.get(id)));
/** Whether it could be kept. */
export const keepPhoto = async (id: string, laid: Laid): Promise<boolean> => (await quietly(stored('readwrite', (store) => store.put(laid, id)))) !== undefined;
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
      const all = opening.result.transaction(STORE, mode);
      const close = (end: () => void) => (): void => {
        opening.result.close();
        end();
      };
      all.onabort = close(() => fail(all.error)); // also if there is no room, which is found out last
      try {
        const asked = ask(all.objectStore(STORE));
        all.oncomplete = close(() => done(asked.result as T));
      } catch (error) {
        close(() => fail(error))();
      }
    };
  });
}
